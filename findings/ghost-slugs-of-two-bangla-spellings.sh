#!/usr/bin/env bash
# Slugs of Ghost for Bangla titles.
# Guess: a title gives one slug, however its letters are encoded.
# Seen: U+09DF and U+09AF U+09BC are canonically equal and drawn alike, but give two slugs; so do the two forms of ড়. An
# importer that looks up an old Ghost address by a title typed on another keyboard misses it.
# Versions: @tryghost/string 0.3.7.
. "$(dirname "$0")/lib.sh"
start @tryghost/string@0.3.7
cat >seen.mjs <<'JS'
import string from "@tryghost/string";
for (const word of ["ও\u09dfেব", "বা\u09dcি"]) {
  const other = word.normalize("NFC");
  console.log(word === other, word.normalize("NFC") === other, string.slugify(word), string.slugify(other));
}
JS
expect "false true oyyeb oyeb
false true baarri baaddi"
