# SPDX-License-Identifier: MIT
# Run by `cmake --install`: asks `phasebox_program` for its help, which becomes a manual page in the folder
# `phasebox_texts`.
file(MAKE_DIRECTORY ${phasebox_texts})
# ask(variable arguments...): what the program says, as man takes it.
function(ask variable)
  execute_process(COMMAND ${phasebox_program} ${ARGN} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\\" "\\e" said "${said}")
  string(REPLACE "-" "\\-" said "${said}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" said "${said}")
  set(${variable} "${said}" PARENT_SCOPE)
endfunction()
execute_process(COMMAND ${phasebox_program} --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[0-9.]+" version "${version}")
ask(help --help)
ask(keys list keys)
set(page ".TH PHASEBOX 1 \"\" \"Phasebox ${version}\" \"User Commands\"
.SH NAME
phasebox \\- see, race and tune 2D collision detection
.SH SYNOPSIS
.nf\n${help}.fi\n.SH COMMANDS\n")
string(REGEX REPLACE ".*Subcommands:" "" commands "${help}")
string(REGEX MATCHALL "\n  [a-z]+" commands "${commands}")
foreach(command ${commands})
  string(STRIP "${command}" command)
  ask(text ${command} --help)
  string(APPEND page ".SS phasebox ${command}\n.nf\n${text}.fi\n")
endforeach()
string(APPEND page ".SH KEYS\n.nf\n${keys}.fi
.SH EXIT STATUS
0: done. 1: our failure, or what was looked for is wrong. 2: a file or an option cannot be used. 130: interrupted.\n")
file(WRITE ${phasebox_texts}/phasebox.1 "${page}")
# Without name and time in it, the same text gives the same file.
execute_process(COMMAND gzip --best --no-name --force ${phasebox_texts}/phasebox.1 COMMAND_ERROR_IS_FATAL ANY)
