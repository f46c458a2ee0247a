import type { Origin } from "./origin.ts";

export const noon = new Date("2026-03-01T12:00:00.000Z");

/** An origin as a page of ours gives it. */
export function anOrigin(part: Partial<Origin> = {}): Origin {
  return {
    address: "203.0.113.7",
    userAgent: "Browser/1.0",
    sourcePath: "/contact",
    referrer: "https://search.example/find?q=secret",
    consentText: "You may keep what I write here to answer me.",
    now: noon,
    ...part,
  };
}

export function minutesLater(minutes: number): Date {
  return new Date(noon.getTime() + minutes * 60_000);
}

export function aMessage(part: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "Rahima",
    email: "rahima@shapla.example",
    message: "Do you build ledgers?",
    consent: true,
    ...part,
  };
}
