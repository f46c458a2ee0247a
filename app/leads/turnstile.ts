import type { Origin } from "./origin.ts";

/** The check for people that a deployer may set; see https://developers.cloudflare.com/turnstile. */
export interface PeopleCheck {
  /** What the page's part of it is told. */
  siteKey: string;
  /** Judges what the page's part gave; never throws, and answers within a few seconds. */
  judge(token: string | null, address: string): Promise<NonNullable<Origin["check"]>>;
}

/** Where pages have its script from, and its frame. */
export const turnstileOrigin = "https://challenges.cloudflare.com";

export interface TurnstileSettings {
  siteKey: string;
  secret: string;
}

interface Circumstances {
  verifyUrl?: string;
  waitMs?: number;
  /** Told why it gave no answer. */
  onAway?: (error: unknown) => void;
}

/** An outage of the checker is no fault of the sender's: it is said as such, and the message is kept. */
export function openTurnstile(
  { siteKey, secret }: TurnstileSettings,
  { verifyUrl = `${turnstileOrigin}/turnstile/v0/siteverify`, waitMs = 3000, onAway }: Circumstances = {},
): PeopleCheck {
  return {
    siteKey,
    async judge(token, address) {
      if (!token) return "missing";
      // Its own tokens have at most this many characters; anything else was not made by it.
      if (token.length > 2048) return "failed";
      try {
        const answer = await fetch(verifyUrl, {
          method: "POST",
          body: new URLSearchParams({ secret, response: token, remoteip: address }),
          signal: AbortSignal.timeout(waitMs),
          redirect: "error",
        });
        return readAnswer(answer.ok ? await answer.json() : null);
      } catch (error) {
        onAway?.(error);
        return "away";
      }
    },
  };
}

/** That the secret is wrong or the checker is in trouble is not the sender's fault either. */
function readAnswer(answer: unknown): "passed" | "failed" | "away" {
  if (typeof answer !== "object" || answer === null || !("success" in answer)) return "away";
  if (answer.success === true) return "passed";
  const codes = "error-codes" in answer && Array.isArray(answer["error-codes"]) ? answer["error-codes"] : [];
  const isOurs = codes.some((code) => /secret|internal-error|bad-request/.test(String(code)));
  return isOurs ? "away" : "failed";
}
