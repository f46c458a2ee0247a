import type { CsvRecord } from "#app/lib/text/csv.ts";
import { parseEmail } from "#app/lib/text/email.ts";
import { momentOf } from "#app/lib/text/moments.ts";

/** Reason in a file for which an address gets no newsletter. */
export type FileEnding = "unsubscribed" | "bounced" | "complained" | "not-subscribed" | "unknown-status";

/** Column positions in a list of subscribers. */
export interface ImportColumns {
  hasHead: boolean;
  email: number;
  /** Columns with a date of consent, best first. */
  consented: number[];
  endings: EndingColumn[];
  /** Order of day and month in dates such as 3/4/2019; null when the file does not show it. */
  slashOrder: "day-first" | "month-first" | null;
}

interface EndingColumn {
  at: number;
  read(cell: string): FileEnding | null;
}

/** Finds the columns by content first and by name second; null when no column holds e-mail addresses. */
export function findImportColumns(rows: readonly CsvRecord[]): ImportColumns | null {
  const [first] = rows;
  if (!first) return null;
  const names = first.cells.map(normalizeName);
  const email = findEmailColumn(rows, names);
  if (email === null) return null;
  const hasHead = !isAddress(first.cells[email] ?? "");
  if (!hasHead) return { hasHead, email, consented: [], endings: [], slashOrder: null };
  const body = rows.slice(1);
  const consented = consentNames.flatMap((name) => indexesOf(names, (one) => one === name));
  return {
    hasHead,
    email,
    consented,
    endings: names.flatMap((name, at) => {
      const read = endingReader(name, () => body.map(({ cells }) => cells[at] ?? ""));
      return read && at !== email ? [{ at, read }] : [];
    }),
    slashOrder: findSlashOrder(body.flatMap(({ cells }) => consented.map((at) => cells[at] ?? ""))),
  };
}

/** Returns the first address of a cell; Google Contacts writes several into one. */
export function firstAddress(cell: string): string {
  return cell.split(" ::: ")[0]?.trim() ?? "";
}

/** Returns the first ending in a row. */
export function readEnding(cells: readonly string[], { endings }: ImportColumns): FileEnding | null {
  for (const { at, read } of endings) {
    const ending = read(cells[at] ?? "");
    if (ending) return ending;
  }
  return null;
}

/** Returns the time of consent in ISO 8601 UTC; empty without a readable date. */
export function readConsent(cells: readonly string[], columns: ImportColumns, timeZone: string): string {
  for (const at of columns.consented) {
    const moment = readMoment(cells[at] ?? "", timeZone, columns.slashOrder);
    if (moment) return moment;
  }
  return "";
}

/** Whether a row has a date of consent that cannot be read. */
export function hasUnreadableConsent(cells: readonly string[], columns: ImportColumns): boolean {
  return (
    columns.consented.some((at) => /\d/.test(cells[at] ?? "")) && readConsent(cells, columns, "UTC") === ""
  );
}

function normalizeName(cell: string): string {
  return cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function isAddress(cell: string): boolean {
  return "address" in parseEmail(firstAddress(cell));
}

const emailName = /^(e?mail|e?mailaddress|e?mail1value|subscriber|subscriberemail)$/;

/** Finds the address column: by name, unless another has more than twice as many addresses. */
function findEmailColumn(rows: readonly CsvRecord[], names: readonly string[]): number | null {
  const counts: number[] = [];
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries())
      if (cell.includes("@") && isAddress(cell)) counts[at] = (counts[at] ?? 0) + 1;
  const most = counts.reduce((best, count) => Math.max(best, count ?? 0), 0);
  const named = indexesOf(names, (name) => emailName.test(name)).toSorted(
    (one, other) => (counts[other] ?? 0) - (counts[one] ?? 0),
  )[0];
  if (named !== undefined && (counts[named] ?? 0) * 2 >= most) return named;
  return most === 0 ? null : counts.indexOf(most);
}

function indexesOf(names: readonly string[], isWanted: (name: string) => boolean): number[] {
  return names.flatMap((name, at) => (isWanted(name) ? [at] : []));
}

/** Column names for the time of consent; the strongest proof first. */
const consentNames = [
  "consentgiven",
  "consentdate",
  "consentedat",
  "consenttimestamp",
  "emailmarketingconsentupdatedat",
  "confirmtime",
  "confirmdate",
  "confirmedat",
  "optintime",
  "optindate",
  "optintimestamp",
  "optedinat",
  "subscribedat",
  "subscribedon",
  "subscribedate",
  "subscriptiondate",
  "dateadded",
  "signupdate",
  "signedupat",
  "joinedat",
  "datejoined",
  "createdat",
  "created",
];

const endingsWhenTrue: Record<string, FileEnding> = {
  unsubscribed: "unsubscribed",
  unsubscribedat: "unsubscribed",
  unsubscribedon: "unsubscribed",
  unsubscribedate: "unsubscribed",
  unsubscribetime: "unsubscribed",
  unsubtime: "unsubscribed",
  isunsubscribed: "unsubscribed",
  unsubscribedfromallemail: "unsubscribed",
  optedout: "unsubscribed",
  optout: "unsubscribed",
  optouttime: "unsubscribed",
  optoutdate: "unsubscribed",
  emailoptout: "unsubscribed",
  hasoptedoutofemail: "unsubscribed",
  emaildisabled: "unsubscribed",
  disabled: "unsubscribed",
  donotemail: "unsubscribed",
  donotcontact: "unsubscribed",
  donotmail: "unsubscribed",
  ended: "unsubscribed",
  endedat: "unsubscribed",
  blocked: "unsubscribed",
  blocklisted: "unsubscribed",
  blacklisted: "unsubscribed",
  emailblacklisted: "unsubscribed",
  suppressed: "unsubscribed",
  deleted: "unsubscribed",
  deletedat: "unsubscribed",
  cleantime: "bounced",
  cleaned: "bounced",
  bounced: "bounced",
  bouncedat: "bounced",
  hardbounced: "bounced",
  complained: "complained",
  complainedat: "complained",
  spamreported: "complained",
};

const endingsWhenFalse: Record<string, FileEnding> = {
  subscribed: "unsubscribed",
  issubscribed: "unsubscribed",
  subscribedtoemails: "unsubscribed",
  subscribedtonewsletter: "unsubscribed",
  receiveemails: "unsubscribed",
  acceptsmarketing: "not-subscribed",
  acceptsemailmarketing: "not-subscribed",
  optin: "not-subscribed",
  optedin: "not-subscribed",
  emailoptin: "not-subscribed",
  newsletter: "not-subscribed",
  isconfirmed: "not-subscribed",
  confirmed: "not-subscribed",
  verified: "not-subscribed",
  enabled: "unsubscribed",
};

const statusName =
  /^(member|subscription|subscriber|email|emailmarketing|marketing|contact)?(status|state)$|^emailmarketing(consent)?$/;

const statuses: Record<string, FileEnding | "subscribed"> = {
  subscribed: "subscribed",
  confirmed: "subscribed",
  active: "subscribed",
  enabled: "subscribed",
  optedin: "subscribed",
  optin: "subscribed",
  yes: "subscribed",
  true: "subscribed",
  unsubscribed: "unsubscribed",
  unsubscribe: "unsubscribed",
  optedout: "unsubscribed",
  optout: "unsubscribed",
  cancelled: "unsubscribed",
  canceled: "unsubscribed",
  inactive: "unsubscribed",
  disabled: "unsubscribed",
  blocklisted: "unsubscribed",
  blacklisted: "unsubscribed",
  blocked: "unsubscribed",
  suppressed: "unsubscribed",
  deleted: "unsubscribed",
  removed: "unsubscribed",
  archived: "unsubscribed",
  donotcontact: "unsubscribed",
  no: "unsubscribed",
  false: "unsubscribed",
  bounced: "bounced",
  bounce: "bounced",
  hardbounced: "bounced",
  hardbounce: "bounced",
  cleaned: "bounced",
  invalid: "bounced",
  undeliverable: "bounced",
  complained: "complained",
  complaint: "complained",
  abuse: "complained",
  spamcomplaint: "complained",
  markedasspam: "complained",
  spam: "not-subscribed",
  pending: "not-subscribed",
  unconfirmed: "not-subscribed",
  notconfirmed: "not-subscribed",
  validating: "not-subscribed",
  nonsubscribed: "not-subscribed",
  notsubscribed: "not-subscribed",
  neversubscribed: "not-subscribed",
  transactional: "not-subscribed",
};

const falseWords = /^(|0|f|n|no|off|false|null|none|never|nil|-|–)$/i;

function endingReader(name: string, readCells: () => string[]): EndingColumn["read"] | null {
  const whenTrue = Object.hasOwn(endingsWhenTrue, name) ? endingsWhenTrue[name] : undefined;
  if (whenTrue) return (cell) => (falseWords.test(cell) ? null : whenTrue);
  const whenFalse = Object.hasOwn(endingsWhenFalse, name) ? endingsWhenFalse[name] : undefined;
  if (whenFalse) return (cell) => (cell !== "" && falseWords.test(cell) ? whenFalse : null);
  // "State" may be a place: it counts only if it contains a known status.
  if (!statusName.test(name) || !readCells().some((cell) => readStatus(cell) !== null)) return null;
  return (cell) => {
    if (cell === "") return null;
    const status = readStatus(cell) ?? "unknown-status";
    return status === "subscribed" ? null : status;
  };
}

function readStatus(cell: string): FileEnding | "subscribed" | null {
  const name = normalizeName(cell);
  return (Object.hasOwn(statuses, name) ? statuses[name] : undefined) ?? null;
}

const slashes =
  /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[ ,T]+(\d{1,2}):(\d\d)(?::\d\d)?(?: ?([ap])\.?m\.?)?)?$/i;

function findSlashOrder(cells: readonly string[]): ImportColumns["slashOrder"] {
  let order: ImportColumns["slashOrder"] = null;
  for (const cell of cells) {
    const [, one = "", two = ""] = slashes.exec(cell) ?? [];
    const shown = Number(one) > 12 ? "day-first" : Number(two) > 12 ? "month-first" : null;
    if (shown && order && shown !== order) return null;
    order ??= shown;
  }
  return order;
}

function readMoment(cell: string, timeZone: string, order: ImportColumns["slashOrder"]): string | null {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?)?$/.exec(cell);
  if (iso) return momentOf(`${iso[1]}T${iso[2] ?? "00:00"}`, timeZone);
  const slashed = slashes.exec(cell);
  if (slashed) return readSlashed(slashed, timeZone, order);
  // Some engines cannot parse `+0000` and `UTC`.
  const text = cell.replace(/^(\d{4}-\d\d-\d\d) /, "$1T").replace(/ ?([+-]\d\d):?(\d\d)$/, "$1:$2");
  const zoned = Date.parse(text.replace(/ ?UTC$/, "Z"));
  if (/(Z|UTC|GMT|[+-]\d\d:\d\d)$/.test(text)) return toIso(zoned);
  if (!/[a-z]{3}/i.test(cell)) return null;
  const wall = toIso(Date.parse(`${cell} UTC`));
  return wall && momentOf(wall.slice(0, 16), timeZone);
}

function readSlashed(
  [, one = "", two = "", year, hour = "0", minute = "00", half]: RegExpExecArray,
  timeZone: string,
  order: ImportColumns["slashOrder"],
): string | null {
  if (!order && one !== two) return null;
  const [day, month] = order === "month-first" ? [two, one] : [one, two];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  const pad = (part: string | number) => String(part).padStart(2, "0");
  return momentOf(`${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minute}`, timeZone);
}

function toIso(at: number): string | null {
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
