/** What became of a mail; free of server code, since screens say it in words. */
export interface ReplyDelivery {
  state: "waiting" | "sent" | "stored" | "failed" | "cancelled" | "long-gone" | "held-back" | "in-summary";
  /** When it left, or is tried next; ISO 8601. */
  at: string | null;
  tries: number;
  error: string;
}

interface Said {
  /** Stands before the moment. */
  words: string;
  /** Whether the moment says something. */
  hasMoment: boolean;
  tone: "good" | "slow" | "wrong" | "still";
}

/** How a mail fared, in words. */
export function describeDelivery({ state, tries, error, at }: ReplyDelivery): Said {
  const say = (words: string, tone: Said["tone"], hasMoment = at !== null) => ({ words, tone, hasMoment });
  switch (state) {
    case "sent":
      return say("Accepted by your mail server", "good");
    case "stored":
      return say("Not sent (no mail server)", "slow");
    case "waiting":
      return tries === 0
        ? say("Sending", "still", false)
        : say(`Tried ${tries} ${tries === 1 ? "time" : "times"}, next try`, "slow");
    case "failed":
      return say(`Failed: ${error || "no reason given"}`, "wrong", false);
    case "cancelled":
      return say("Not sent: expired", "wrong", false);
    case "held-back":
      return say("Not sent: this address got several in a short time", "slow", false);
    case "in-summary":
      return say("In the next summary", "still");
    case "long-gone":
      return say("Sent long ago; no record is kept", "still", false);
  }
}
