/** What a failed delivery means. */
export interface DeliveryFailure {
  /** Unreachable: the server did not answer. Refused: it never will take this one. Failed: it may another time. */
  kind: "unreachable" | "refused" | "failed";
  /** For the log: names and codes, never an address. */
  code: string;
  /** For staff, beside the address it speaks of. */
  reason: string;
  /** Whether it speaks of that one mailbox: there is none, or it is full or closed. */
  isAboutMailbox: boolean;
}

/** Reads Nodemailer's errors; anything else that was thrown counts as a failure of this one mail. */
export function readFailure(error: unknown): DeliveryFailure {
  const { code, command, responseCode } = fieldsOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: kindOf(code, command, responseCode),
    code: [code, responseCode, command].filter(Boolean).join(" "),
    reason,
    isAboutMailbox: command === "RCPT TO" && responseCode !== 421 && blamesMailbox(reason),
  };
}

const unreachable = /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EAUTH|EPROTOCOL|EABORT|ECONN\w+|ENOTFOUND)$/;

function kindOf(code: string, command: string, responseCode: number): DeliveryFailure["kind"] {
  if (unreachable.test(code) || responseCode === 421) return "unreachable";
  // A refused sender is a wrong MAIL_FROM, which someone may mend; 503 speaks of the session, not of the mail.
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  return isAboutMail && responseCode >= 500 && responseCode !== 503 ? "refused" : "failed";
}

/**
 * The second number of an enhanced status code (RFC 3463) says what it is about: 1 is the address, 2 the mailbox. Servers
 * that send none say in words when it is us they mind: a relay that is not open to us must not cost us every reader.
 */
function blamesMailbox(reason: string): boolean {
  const [, subject] = /\b[45]\.(\d)\.\d{1,3}\b/.exec(reason) ?? [];
  if (subject && subject !== "1" && subject !== "2") return false;
  return !/relay|spam|polic|block|black|denied|authenti|reputation|gr[ea]y ?list|rate|sender/i.test(reason);
}

function fieldsOf(error: unknown) {
  const { code, command, responseCode } =
    typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {}; // any object has fields to look at
  return {
    code: typeof code === "string" ? code : error instanceof Error ? error.name : "unknown",
    command: typeof command === "string" ? command : "",
    responseCode: typeof responseCode === "number" ? responseCode : 0,
  };
}
