/** How a sign-in in the popup ended, as its last page tells it. */
export interface PopupEvent {
  /** Of its own, so that it counts once. */
  event: string;
  /** Which popup it was. */
  attempt: string;
  outcome: "in" | "second-step" | "cancelled" | "refused";
  /** With "refused": why. */
  code?: string;
}

/** The channel on which the popup's last page tells it; only pages of this site hear it. */
export const popupChannel = "frontdesk-sign-in";

const outcomes: readonly unknown[] = ["in", "second-step", "cancelled", "refused"];

/** The attempt a message speaks of; null for what is no message of ours at all. */
export function readAttempt(message: unknown): string | null {
  const attempt = isObject(message) ? message.attempt : null;
  return typeof attempt === "string" ? attempt : null;
}

/** A message in full; null when anything about it is wrong. */
export function readPopupEvent(message: unknown): PopupEvent | null {
  if (!isObject(message) || !outcomes.includes(message.outcome)) return null;
  const { event, attempt, code } = message;
  if (typeof event !== "string" || event.length < 8 || typeof attempt !== "string") return null;
  if (code !== undefined && typeof code !== "string") return null;
  return message as unknown as PopupEvent; // every field was looked at
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const rememberedFor = 10 * 60_000;

/** Says of each event once that it is new; events of the last ten minutes are remembered. */
export function createEventMemory(now: () => number) {
  const seen = new Map<string, number>();
  return {
    isNew(event: string): boolean {
      for (const [id, at] of seen) if (now() - at >= rememberedFor) seen.delete(id);
      if (seen.has(event)) return false;
      seen.set(event, now());
      return true;
    },
  };
}
