#!/usr/bin/env bash
# Calendar files (RFC 5545, 3.1: a line has at most 75 octets).
# Guess: a calendar library folds its lines by octets.
# Seen: `ics` folds at 75 UTF-16 units, so a line of Bangla has up to 197 octets; `ical-generator` stays within 75, but begins a
# line with a vowel sign, in the middle of a grapheme cluster.
# Versions: ics 3.12.0, ical-generator 10.2.0.
. "$(dirname "$0")/lib.sh"
start ics@3.12.0 ical-generator@10.2.0
cat >seen.mjs <<'JS'
import ical from "ical-generator";
import { createEvent } from "ics";
const title = "আন্তর্জাতিকীকরণ প্রক্রিয়াসমূহের সম্পর্কিত বিজ্ঞপ্তি এবং ওয়েবসাইট নিয়ে আলোচনা সভা";
const octets = (file) => Math.max(...file.split("\r\n").map((line) => Buffer.byteLength(line)));
console.log("ics", octets(createEvent({ start: [2026, 1, 1, 10, 0], duration: { hours: 1 }, title }).value));
const calendar = ical();
calendar.createEvent({ start: new Date(0), end: new Date(3_600_000), summary: title });
const file = calendar.toString();
console.log("ical-generator", octets(file), /\r\n \p{M}/u.test(file));
JS
expect "ics 197
ical-generator 75 true"
