#!/usr/bin/env bash
# HTML to Markdown and back.
# Guess: `<em>ওয়েব</em>এর` survives the way through turndown and a CommonMark parser.
# Seen: turndown writes `_ওয়েব_এর`. An underscore inside a word does not close emphasis, so the text comes back with two
# underscores. Bold survives, because turndown writes it with asterisks.
# Versions: turndown 7.2.5, marked 18.2.1.
. "$(dirname "$0")/lib.sh"
start turndown@7.2.5 marked@18.2.1
cat >seen.mjs <<'JS'
import { marked } from "marked";
import Turndown from "turndown";
for (const html of ["<p><em>ওয়েব</em>এর কাজ</p>", "<p><strong>ওয়েব</strong>এর কাজ</p>"]) {
  const markdown = new Turndown().turndown(html);
  console.log(markdown, marked(markdown).trim());
}
JS
expect "_ওয়েব_এর কাজ <p>_ওয়েব_এর কাজ</p>
**ওয়েব**এর কাজ <p><strong>ওয়েব</strong>এর কাজ</p>"
