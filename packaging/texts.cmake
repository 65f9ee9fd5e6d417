# SPDX-License-Identifier: MIT
# Run by `cmake --install`: asks `program` for its manual page and completions, into the folder `texts`.
file(MAKE_DIRECTORY ${texts})
function(ask file)
  execute_process(COMMAND ${program} ${ARGN} OUTPUT_FILE ${texts}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
ask(phasebox.1 manual)
foreach(shell bash zsh fish)
  ask(phasebox.${shell} completion ${shell})
endforeach()
# Without name and time in it, the same text gives the same file.
execute_process(COMMAND gzip --best --no-name --force ${texts}/phasebox.1 COMMAND_ERROR_IS_FATAL ANY)
