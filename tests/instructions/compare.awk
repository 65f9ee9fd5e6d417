# SPDX-License-Identifier: MIT
# Compares recorded counts (first file) with those of now (second). Writes what differs by more than 3 %, and what is
# missing or new; ends with 1 then. With -v changes=1 it writes every change instead, and ends with 0.
/^#/ || NF != 3 { next }
{ key = $1 " on " $2 }
NR == FNR { recorded[key] = $3; next }
!(key in recorded) { say(key ": " $3 " instructions, not recorded yet"); next }
{
  seen[key] = 1
  more = $3 - recorded[key]
  if (changes ? more : 100 * more > 3 * recorded[key] || -100 * more > 3 * recorded[key])
    say(sprintf("%s: %d instructions, recorded %d (%+.1f %%)", key, $3, recorded[key], 100 * more / recorded[key]))
}
function say(text) { print text; is_different = 1 }
END {
  for (key in recorded) if (!(key in seen)) say(key ": recorded, and no longer counted")
  if (is_different && !changes) exit 1
}
