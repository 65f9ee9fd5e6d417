# SPDX-License-Identifier: MIT
# From what callgrind writes: for each part a line "ENTRY WORKLOAD INSTRUCTIONS", of the program's own functions only. What
# the C and C++ runtime do (copying, memory) differs from processor to processor.
function finish() { if (name != "") print name, own; name = ""; own = 0 }
/^part: / { finish(); is_own = 0 }
/^desc: Trigger: Client Request: / { name = substr($0, 32); next }
/^ob=/ {
  id = $1; sub(/^ob=/, "", id)
  if (NF > 1) is_program[id] = $0 ~ /\/phasebox_instructions$/
  is_own = is_program[id]
  next
}
/^cob=/ {  # names are written once, wherever they come first
  id = $1; sub(/^cob=/, "", id)
  if (NF > 1) is_program[id] = $0 ~ /\/phasebox_instructions$/
  next
}
/^calls=/ { getline; next }  # what a call took belongs to the functions called
/^[0-9+*-]/ && is_own { own += $2 }
END { finish() }
