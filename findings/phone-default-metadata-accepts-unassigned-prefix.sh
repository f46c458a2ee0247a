#!/usr/bin/env bash
# Phone numbers of Bangladesh.
# Guess: `isValidPhoneNumber` of libphonenumber-js refuses prefixes that no operator has (010, 012).
# Seen: the default metadata holds lengths and a loose pattern and accepts them; `/max` refuses them. Both accept 013 to 019.
# Versions: libphonenumber-js 1.13.16.
. "$(dirname "$0")/lib.sh"
start libphonenumber-js@1.13.16
cat >seen.mjs <<'JS'
import { isValidPhoneNumber as byDefault } from "libphonenumber-js";
import { isValidPhoneNumber as byMax } from "libphonenumber-js/max";
for (const number of ["01012345678", "01212345678", "01712345678"]) {
  console.log(number, byDefault(number, "BD"), byMax(number, "BD"));
}
JS
expect "01012345678 true false
01212345678 true false
01712345678 true true"
