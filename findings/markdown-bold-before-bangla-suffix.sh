#!/usr/bin/env bash
# CommonMark parsers and Bangla suffixes.
# Guess: `**ওয়েব।**এর` is bold, as `**ওয়েব**এর` is.
# Seen: not bold. The danda is punctuation, so a closing `**` between it and a letter is not right-flanking, and the asterisks
# are printed. Bangla attaches case endings without a space, so an editor that exports bold as Markdown loses it here.
# Versions: markdown-it 15.0.3, marked 18.2.1.
. "$(dirname "$0")/lib.sh"
start markdown-it@15.0.3 marked@18.2.1
cat >seen.mjs <<'JS'
import MarkdownIt from "markdown-it";
import { marked } from "marked";
for (const text of ["**ওয়েব**এর", "**ওয়েব।**এর", "**«ওয়েব»**এর"]) {
  console.log(new MarkdownIt().render(text).trim(), marked(text).trim());
}
JS
expect "<p><strong>ওয়েব</strong>এর</p> <p><strong>ওয়েব</strong>এর</p>
<p>**ওয়েব।**এর</p> <p>**ওয়েব।**এর</p>
<p>**«ওয়েব»**এর</p> <p>**«ওয়েব»**এর</p>"
