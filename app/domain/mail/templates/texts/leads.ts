import type { ContentOf } from "#app/domain/mail/templates/mail-content.ts";
import { type EmailTemplate, formatMoment, type Wordings } from "#app/domain/mail/templates/template.ts";
import { oneLine } from "#app/lib/text/plain-text.ts";
import { promiseReply } from "#app/lib/text/reply-time.ts";

/** Mails to visitors about their messages, and notices to staff. */
export const leadWordings: Wordings<"lead-receipt" | "lead-reply" | "notice"> = {
  "lead-receipt": {
    subject: ({ what, reference }) => `${received[what].subject}, ${reference}`,
    write: ({ what, reference, words }, { company }) => ({
      heading: received[what].heading,
      paragraphs: [
        words ||
          [
            `Thank you for getting in touch with ${company.name}.`,
            received[what].next,
            promiseReply(company.replyTime),
          ]
            .filter(Boolean)
            .join(" "),
      ],
      facts: [{ label: "Reference", value: reference }],
      closing:
        "If you didn’t write to us, someone entered your address by mistake. You can ignore this e-mail.",
      isAnswerable: true,
    }),
  },
  "lead-reply": {
    subject: ({ reference }) => `Re: Your message, ${reference}`,
    greets: false,
    write: ({ text, asked }, { company }) => ({
      heading: "",
      paragraphs: text.split(/\n{2,}/),
      quote: { head: `On ${formatMoment(asked.at, company)} you wrote:`, text: asked.text },
      closing: "",
      isAnswerable: true,
    }),
  },
  notice: {
    subject: ({ items, more }) => noticeTitle(items, more),
    write: ({ items, more }, { company }) => {
      const [first] = items;
      const isOne = first !== undefined && items.length === 1 && more === 0;
      const page = (path: string) => new URL(path, company.url).href;
      return {
        heading: noticeTitle(items, more),
        ...(isOne ? writeOne(first) : writeMany(items, more)),
        action: isOne
          ? { label: "Open", link: page(first.path) }
          : { label: "Go to the dashboard", link: page("/dashboard/home") },
        closing: "You can change who gets these e-mails in the dashboard, under Inbox, Settings.",
      };
    },
  },
};

const received = {
  message: {
    subject: "Your message",
    heading: "We have your message",
    next: "A person reads it.",
  },
  call: {
    subject: "Your request",
    heading: "We have your request",
    next: "A person calls or writes back.",
  },
} as const;

type Items = ContentOf<"notice">["items"];
type Item = Items[number];

const eventNames: Record<Item["event"], readonly [one: string, many: string]> = {
  message: ["new message", "new messages"],
  call: ["new call request", "new call requests"],
  subscriber: ["new subscriber", "new subscribers"],
  "failed-mail": ["e-mail that could not be delivered", "e-mails that could not be delivered"],
};

/** Formats a title: "New message: FD-7K3M-9QX2", or "3 new messages, 1 new subscriber". */
function noticeTitle(items: Items, more: number): string {
  const [first] = items;
  if (first && items.length === 1 && more === 0)
    return capitalize(`${eventNames[first.event][0]}: ${first.title}`);
  const groups = Map.groupBy(items, ({ event }) => event);
  const parts = [...groups].map(
    ([event, { length }]) => `${length} ${eventNames[event][length === 1 ? 0 : 1]}`,
  );
  return [...parts, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function writeOne({ facts, text }: Item): Pick<EmailTemplate, "paragraphs" | "facts" | "quote"> {
  return { paragraphs: [], facts: facts.map(toOneLine), ...(text && { quote: { head: "", text } }) };
}

function writeMany(items: Items, more: number): Pick<EmailTemplate, "paragraphs" | "facts"> {
  const rest = more > 0 ? [`There are ${more} more, which the dashboard shows.`] : [];
  return {
    paragraphs: ["These arrived since the last summary.", ...rest],
    facts: items.map(({ title, facts, text }) => {
      const sender = facts[0]?.value ?? "";
      return toOneLine({ label: title, value: [sender, text].filter(Boolean).join(": ") });
    }),
  };
}

function toOneLine({ label, value }: { label: string; value: string }) {
  return { label: oneLine(label, 120), value: oneLine(value, 200) };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
