import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { company, mailFrom, noon, startSmtp } from "../mail.fixture.ts";
import { composeMessage } from "../transports/message.ts";
import { openSmtpTransport } from "../transports/transport.ts";
import type { ContentOf } from "./mail-content.ts";
import { renderMail } from "./render-mail.tsx";

const reference = "FD-7K3M-9QX2";
const reply: ContentOf<"lead-reply"> = {
  template: "lead-reply",
  name: "",
  reference,
  earlier: ["mail-1", "mail-2"],
  text: "Yes, we do.\nIt takes a week.\n\nWould Monday suit you?",
  asked: { at: noon, text: "Do you build <b>ledgers</b>?\n> We had one" },
};
const item = (n: number): ContentOf<"notice">["items"][number] => ({
  event: "message",
  path: `/dashboard/usercontactdata/${n}`,
  title: `FD-0000-000${n}`,
  facts: [{ label: "From", value: "Rahima <i>x</i>" }],
  text: "Do you build\nledgers?",
});
const render = (content: Parameters<typeof renderMail>[0]) => renderMail(content, { company, lifetime: "" });

test("a reply contains its text and the quoted question", () => {
  const { subject, text, html } = render(reply);
  expect(subject).toBe("Re: Your message, FD-7K3M-9QX2");
  expect(text).toMatch(
    /^Yes, we do\.\nIt takes a week\.\n\nWould Monday suit you\?\n\nOn 1 March 2026, 18:00 GMT\+6 you wrote:\n> Do you build <b>ledgers<\/b>\?\n>> We had one\n/,
  );
  expect(html).toContain("Yes, we do.<br/>It takes a week.");
  expect(html).toContain("Do you build &lt;b&gt;ledgers&lt;/b&gt;?<br/>&gt; We had one");
  expect(html).not.toContain("<h1");
});

test("a reply has threading headers and is not marked automatic", async () => {
  await using smtp = await startSmtp();
  const transport = openSmtpTransport(new URL(`smtp://127.0.0.1:${smtp.port}`), mailFrom, {
    publicUrl: company.url,
  });
  const message = {
    id: "mail-3",
    to: "rahima@shapla.example",
    date: noon,
    isPersonal: true,
    ...render(reply),
  };
  await transport.deliver({ ...message, earlier: reply.earlier }, new AbortController().signal);
  transport.close();
  const { headers, messageId, inReplyTo, references, replyTo } = await PostalMime.parse(
    smtp.received[0]?.raw ?? "",
  );
  expect({ messageId, inReplyTo, references }).toEqual({
    messageId: "<mail-3@kolpona.example>",
    inReplyTo: "<mail-2@kolpona.example>",
    references: "<mail-1@kolpona.example> <mail-2@kolpona.example>",
  });
  expect(replyTo).toMatchObject([{ address: "hello@kolpona.example" }]);
  expect(headers.map(({ key }) => key)).not.toContain("auto-submitted");
});

test("the first mail of a conversation has no threading headers", () => {
  const receipt = render({ template: "lead-receipt", name: "", what: "message", reference, words: "" });
  const message = { id: "mail-1", to: "a@b.example", date: noon, isPersonal: false, earlier: [], ...receipt };
  const composed = composeMessage(message, mailFrom);
  expect(composed).not.toHaveProperty("inReplyTo");
  expect(composed.headers).toMatchObject({ "Auto-Submitted": "auto-generated" });
  expect(receipt.subject).toBe("Your message, FD-7K3M-9QX2");
  expect(receipt.text).toMatch(/^Hello,\n\nThank you for getting in touch with Kolpona\./);
});

test("a notice shows one item in full, several as lines", () => {
  const one = render({ template: "notice", name: "Nadia", items: [item(1)], more: 0 });
  expect(one.subject).toBe("New message: FD-0000-0001");
  expect(one.text).toContain("> Do you build\n> ledgers?");
  expect(one.text).toContain("https://www.kolpona.example/dashboard/usercontactdata/1");
  const failed = { ...item(3), event: "failed-mail" } as const;
  const several = render({ template: "notice", name: "", items: [item(1), item(2), failed], more: 4 });
  expect(several.subject).toBe("2 new messages, 1 e-mail that could not be delivered, 4 more");
  expect(several.text).toContain("FD-0000-0002: Rahima <i>x</i>: Do you build ledgers?");
  expect(several.html).toContain("Rahima &lt;i&gt;x&lt;/i&gt;");
});
