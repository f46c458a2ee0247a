import type { Wordings } from "../letter.ts";
import { linkWorks } from "./phrases.ts";

/** The page that proves an address. */
export function confirmLink(site: URL, key: string): string {
  return linkTo(site, "/newsletter/confirm", { key });
}

/** The page on which a reader leaves; mail programs send to the same address by one click. `issue` is the newsletter it stands in. */
export function leaveLink(site: URL, key: string, issue?: string): string {
  return linkTo(site, "/newsletter/unsubscribe", { key, ...(issue && { issue }) });
}

function linkTo(site: URL, path: string, query: Record<string, string>): string {
  return new URL(`${path}?${new URLSearchParams(query)}`, site).href;
}

/** How a subscription begins. */
export const newsletterLetters: Wordings<"confirm-newsletter" | "known-reader"> = {
  "confirm-newsletter": {
    subject: "Confirm that you want our newsletter",
    write: ({ key }, { company, lifetime }) => ({
      heading: "Shall we write to you?",
      paragraphs: [
        `Somebody, probably you, asked for the newsletter of ${company.name} at this address. Confirm it, and you get the next one.`,
      ],
      action: { label: "Yes, send it to me", link: confirmLink(company.url, key) },
      closing: `${linkWorks(lifetime)} If you did not ask for it, do nothing: without your yes we send none.`,
    }),
  },
  "known-reader": {
    subject: "You already get our newsletter",
    write: ({ key }, { company }) => ({
      heading: "You already get it",
      paragraphs: [
        `Somebody, probably you, asked for the newsletter of ${company.name} at this address. It comes here already, so we changed nothing.`,
      ],
      other: {
        words: "You do not want it any more?",
        label: "Leave the newsletter",
        link: leaveLink(company.url, key),
      },
      closing: "If it wasn’t you, do nothing: we told nobody that this address gets it.",
    }),
  },
};
