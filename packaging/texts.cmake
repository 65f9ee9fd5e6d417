# SPDX-License-Identifier: MIT
# Run by `cmake --install`: asks `phasebox_program` for its manual page and completions, into
# the folder `phasebox_texts`.
file(MAKE_DIRECTORY ${phasebox_texts})
function(ask file)
  execute_process(COMMAND ${phasebox_program} ${ARGN} OUTPUT_FILE ${phasebox_texts}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
ask(phasebox.1 manual)
foreach(shell bash zsh)
  ask(phasebox.${shell} completion ${shell})
endforeach()
# Without name and time in it, the same text gives the same file.
execute_process(COMMAND gzip --best --no-name --force ${phasebox_texts}/phasebox.1 COMMAND_ERROR_IS_FATAL ANY)
