import { formatLinkLifetime, type Wordings } from "#app/domain/mail/templates/template.ts";

/** Mails at the start of a subscription. */
export const newsletterWordings: Wordings<"confirm-newsletter" | "known-reader"> = {
  "confirm-newsletter": {
    subject: "Confirm your newsletter subscription",
    write: ({ key }, { company, lifetime }) => ({
      heading: "Confirm your subscription",
      paragraphs: [
        `Someone, probably you, subscribed this address to the newsletter of ${company.name}. Confirm the subscription to get the next issue.`,
      ],
      action: { label: "Confirm subscription", link: confirmLink(company.url, key) },
      closing: `${formatLinkLifetime(lifetime)} If you didn’t subscribe, you can ignore this e-mail: you won’t get the newsletter.`,
    }),
  },
  "known-reader": {
    subject: "You’re already subscribed",
    write: ({ key }, { company }) => ({
      heading: "You’re already subscribed",
      paragraphs: [
        `Someone, probably you, subscribed this address to the newsletter of ${company.name}. It is already subscribed, so we didn’t change anything.`,
      ],
      other: {
        words: "Don’t want it any more?",
        label: "Unsubscribe",
        link: unsubscribeLink(company.url, key),
      },
      closing:
        "If it wasn’t you, you can ignore this e-mail. We haven’t told anyone that you are subscribed.",
    }),
  },
};

/** Returns the URL that confirms an address. */
export function confirmLink(site: URL, key: string): string {
  return linkTo(site, "/newsletter/confirm", { key });
}

/** Returns the URL that unsubscribes a reader, by the page or by one click. `campaign` is the newsletter that contains it. */
export function unsubscribeLink(site: URL, key: string, campaign?: string): string {
  return linkTo(site, "/newsletter/unsubscribe", { key, ...(campaign && { issue: campaign }) });
}

function linkTo(site: URL, path: string, query: Record<string, string>): string {
  return new URL(`${path}?${new URLSearchParams(query)}`, site).href;
}
