/** Delivery state of a mail; free of server code, since screens import it. */
export interface ReplyDelivery {
  state: "waiting" | "sent" | "stored" | "failed" | "cancelled" | "long-gone" | "held-back" | "in-summary";
  /** Time of sending or of the next attempt in ISO 8601. */
  at: string | null;
  tries: number;
  error: string;
}

interface DeliveryText {
  /** Text before the time. */
  words: string;
  /** Whether the time is shown. */
  hasMoment: boolean;
  tone: "good" | "slow" | "wrong" | "still";
}

/** Describes the delivery of a mail. */
export function describeDelivery({ state, tries, error, at }: ReplyDelivery): DeliveryText {
  const entry = (words: string, tone: DeliveryText["tone"], hasMoment = at !== null) => ({
    words,
    tone,
    hasMoment,
  });
  switch (state) {
    case "sent":
      return entry("Accepted by your mail server", "good");
    case "stored":
      return entry("Not sent (no mail server)", "slow");
    case "waiting":
      return tries === 0
        ? entry("Sending", "still", false)
        : entry(`Tried ${tries} ${tries === 1 ? "time" : "times"}, next try`, "slow");
    case "failed":
      return entry(`Failed: ${error || "no reason given"}`, "wrong", false);
    case "cancelled":
      return entry("Not sent: expired", "wrong", false);
    case "held-back":
      return entry("Not sent: this address got several in a short time", "slow", false);
    case "in-summary":
      return entry("In the next summary", "still");
    case "long-gone":
      return entry("Sent long ago; no record is kept", "still", false);
  }
}
