#!/usr/bin/env bash
# CSV files of a sheet whose separator is the semicolon.
# Guess: the delimiter of `name;amount` is found, since every line has exactly one semicolon.
# Seen: amounts grouped as in Bangladesh (১,৮০,০০০) have two commas a line, so papaparse takes the comma and cuts the amount in
# three; the header stays one field. It reports no error. The same file without its last line break is read with the semicolon.
# Versions: papaparse 5.7.1.
. "$(dirname "$0")/lib.sh"
start papaparse@5.7.1
cat >seen.mjs <<'JS'
import Papa from "papaparse";
for (const end of ["\n", ""]) {
  const { data, errors, meta } = Papa.parse(`name;amount\nক;১,৮০,০০০\nখ;২,৫০,০০০${end}`);
  console.log(meta.delimiter, errors.length, JSON.stringify(data));
}
JS
expect ', 0 [["name;amount"],["ক;১","৮০","০০০"],["খ;২","৫০","০০০"],[""]]
; 0 [["name","amount"],["ক","১,৮০,০০০"],["খ","২,৫০,০০০"]]'
