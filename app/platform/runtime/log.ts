import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

/** Writes one JSON line for each event; see `createLogger`. */
export type Logger = PinoLogger;

export interface LogOptions {
  /** trace, debug, info, warn, error, fatal or silent */
  level?: string;
  /** Standard output when left out. */
  destination?: DestinationStream;
}

/** Creates a logger that escapes line breaks, limits line length and masks secrets in every argument. */
export function createLogger({ level = "info", destination }: LogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (value: unknown) => value },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => cleanObject(fields, 0),
    },
    hooks: {
      logMethod(this: Logger, args: unknown[], write: (...args: unknown[]) => void) {
        write.apply(this, cleanArguments(args));
      },
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  const makeChild = log.child;
  // pino does not pass the fields of a child logger to the formatter.
  log.child = function child(this: Logger, fields: object, ...rest: []) {
    return makeChild.call(this, cleanObject(fields, 0), ...rest);
  } as typeof log.child; // generic in pino for custom levels, which are not used here
  return log;
}

/** Cleans fields and message; without a message pino would log the error's message unmasked. */
function cleanArguments([first, ...rest]: unknown[]): unknown[] {
  if (typeof first === "string") return [cleanText(first), ...rest.map((value) => cleanValue(value, 0))];
  const fields = first instanceof Error ? { err: first } : first;
  const error = typeof fields === "object" && fields !== null && "err" in fields ? fields.err : undefined;
  const message = rest.length === 0 && error instanceof Error ? [error.message] : rest;
  return [fields, ...message.map((value) => cleanValue(value, 0))];
}

const maxTextLength = 2_000;
const maxDepth = 5;
const maxItems = 50;
const secretName =
  /pass(word|wd|phrase)?$|secret|token|cookie|authori[sz]ation|api[-_]?key|credential|^otp$|^code$/i;

const masks: [pattern: RegExp, mask: string][] = [
  [/[^\s@<>"'(),;:/?&=]{1,64}@[^\s@<>"'(),;:/?&=]{1,255}/g, "[e-mail]"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 [secret]"],
  [/\b(fdk|whsec)_[\w+/=-]+/g, "[secret]"],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, "[secret]"],
  [/\b([\w-]*(?:token|secret|password|api[-_]?key|code))(=|%3D)[^\s&"']+/gi, "$1$2[secret]"],
  [/(:\/\/[^\s:/@]*:)[^\s@/]+@/g, "$1[secret]@"],
];

/** Shortens text and masks e-mail addresses and tokens; JSON escapes line breaks and control characters. */
export function cleanText(text: string): string {
  const short =
    text.length > maxTextLength ? `${text.slice(0, maxTextLength)}… (${text.length} characters)` : text;
  return masks.reduce((cleaned, [pattern, mask]) => cleaned.replace(pattern, mask), short);
}

function cleanObject(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, maxItems);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      cleanText(name),
      secretName.test(name) && canHoldSecret(name, value) ? "[secret]" : cleanValue(value, depth),
    ]),
  );
}

/** Excludes numbers, booleans and error codes such as ECONNREFUSED or PostgreSQL's 57P01. */
function canHoldSecret(name: string, value: unknown): boolean {
  if (typeof value === "string")
    return !(name === "code" && /^([A-Z][A-Z\d_]{2,40}|(?=.*\d)[A-Z\d]{5})$/.test(value));
  return typeof value === "object" && value !== null;
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "[deeper]";
  if (value instanceof Error) return cleanError(value, depth);
  if (value instanceof Date || value instanceof URL) return cleanText(String(value));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => cleanValue(item, depth + 1));
  return cleanObject(value, depth + 1);
}

/** Properties of errors from database and mail clients: sockets and connection settings. */
const internals = new Set(["client", "connection", "socket", "_connection", "stream"]);

function cleanError(error: Error, depth: number): Record<string, unknown> {
  const details = Object.entries(error).filter(([name]) => !internals.has(name));
  return {
    ...cleanObject(Object.fromEntries(details), depth + 1),
    type: error.name,
    message: cleanText(error.message),
    stack: cleanText(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: cleanValue(error.cause, depth + 1) }),
  };
}
