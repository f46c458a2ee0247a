/**
 * Unicode normalization in linear time: engines sort runs of combining marks by insertion, so 100 kB of them would take
 * seconds. Runs of more than thirty, which no language has, get a joiner (U+034F) after each thirtieth (Stream-Safe
 * Text Process, UAX #15, section 13).
 */
export function normalizeText(text: string, form: "NFC" | "NFKC" = "NFC"): string {
  return (text.length < minRiskyLength ? text : breakRows(text)).normalize(form);
}

/** Length that any input sorts within a millisecond. */
const minRiskyLength = 500;
const maxMarks = 30;
const joiner = "\u034f";

function breakRows(text: string): string {
  return text.replace(/\p{M}+/gu, (row) => {
    if (row.length <= maxMarks) return row;
    const marks = [...row];
    const rows: string[] = [];
    for (let at = 0; at < marks.length; at += maxMarks) rows.push(marks.slice(at, at + maxMarks).join(""));
    return rows.join(joiner);
  });
}
