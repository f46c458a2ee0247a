/** What became of a mail; free of server code, since screens say it in words. */
export interface Delivery {
  state: "waiting" | "sent" | "kept" | "dead" | "dropped" | "long-gone" | "held-back" | "in-summary";
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
export function describeDelivery({ state, tries, error, at }: Delivery): Said {
  const say = (words: string, tone: Said["tone"], hasMoment = at !== null) => ({ words, tone, hasMoment });
  switch (state) {
    case "sent":
      return say("Taken by their mail server", "good");
    case "kept":
      return say("Kept as a file, for want of a mail server", "slow");
    case "waiting":
      return tries === 0 ? say("On its way", "still", false) : say(`Tried ${tries} times, again`, "slow");
    case "dead":
      return say(`Could not be delivered: ${error || "no reason was given"}`, "wrong", false);
    case "dropped":
      return say("Not sent: its time had run out", "wrong", false);
    case "held-back":
      return say("Not sent: this address had several of them in a short time", "slow", false);
    case "in-summary":
      return say("Goes with the next summary", "still");
    case "long-gone":
      return say("Left long ago; its record is no longer kept", "still", false);
  }
}
