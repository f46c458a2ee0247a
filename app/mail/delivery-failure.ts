/** What a failed delivery means. */
export interface DeliveryFailure {
  /** Unreachable: the server did not answer. Refused: it never will take this one. Failed: it may another time. */
  kind: "unreachable" | "refused" | "failed";
  /** For the log: names and codes, never an address. */
  code: string;
  /** For staff, beside the address it speaks of. */
  reason: string;
}

/** Reads Nodemailer's errors; anything else that was thrown counts as a failure of this one mail. */
export function readFailure(error: unknown): DeliveryFailure {
  const { code, command, responseCode } = fieldsOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: kindOf(code, command, responseCode),
    code: [code, responseCode, command].filter(Boolean).join(" "),
    reason,
  };
}

const unreachable = /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EAUTH|EPROTOCOL|EABORT|ECONN\w+|ENOTFOUND)$/;

function kindOf(code: string, command: string, responseCode: number): DeliveryFailure["kind"] {
  if (unreachable.test(code) || responseCode === 421) return "unreachable";
  // A refused sender is a wrong MAIL_FROM, which someone may mend; 503 speaks of the session, not of the mail.
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  return isAboutMail && responseCode >= 500 && responseCode !== 503 ? "refused" : "failed";
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
