#!/usr/bin/env bash
# Dates in Bangla.
# Guess: the Bangla locale of date-fns writes a whole date in Bangla digits.
# Seen: the ordinal day is Bangla, the year and the hour are not, and `PPPP` has a space before its comma. A distance is Bangla
# throughout. `Intl.DateTimeFormat("bn-BD")` uses one script.
# Versions: date-fns 4.4.0.
. "$(dirname "$0")/lib.sh"
start date-fns@4.4.0
cat >seen.mjs <<'JS'
import { format, formatDistance } from "date-fns";
import { bn } from "date-fns/locale/bn";
const date = new Date(2026, 0, 8, 19, 5);
for (const pattern of ["PPP", "PPPP", "p"]) console.log(format(date, pattern, { locale: bn }).normalize("NFC"));
console.log(formatDistance(date, new Date(2026, 0, 12), { locale: bn }).normalize("NFC"));
JS
expect "জানুয়ারি ৮ই, 2026
বৃহস্পতিবার , জানুয়ারি ৮ই, 2026
7:05 অপরাহ্ন
৩ দিন"
