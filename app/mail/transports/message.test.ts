import { generateKeyPairSync } from "node:crypto";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { verifyDkim } from "../../../tests/support/dkim.ts";
import { mailFrom, noon } from "../mail.fixture.ts";
import { type MimeMessage, writeMessage } from "./message.ts";

const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const privateKey = key.export({ type: "pkcs8", format: "pem" }).toString();
const from = { ...mailFrom, dkim: { domain: "kolpona.example", selector: "mail2026", privateKey } };
const unsubscribe = `https://www.kolpona.example/newsletter/unsubscribe?key=${"k".repeat(60)}`;

const message: MimeMessage = {
  id: "0192",
  to: "rahima@shapla.example",
  subject: "নতুন খবর",
  date: noon,
  html: "<p>Hello রহিমা</p>",
  text: "Hello রহিমা\n",
  replyTo: null,
  earlier: [],
  isPersonal: false,
  list: { unsubscribe },
};

async function headersOf(mail: MimeMessage) {
  const { headers } = await PostalMime.parse(await writeMessage(mail, mailFrom));
  return Object.fromEntries(headers.map(({ key: name, value }) => [name, value]));
}

test("a signature covers the sender, the words and both fields of one-click leaving", async () => {
  const raw = String(await writeMessage(message, from));
  expect(raw).toMatch(/^DKIM-Signature: [\s\S]*?d=kolpona\.example;[\s\S]*?s=mail2026;/m);
  expect(verifyDkim(raw, privateKey)).toEqual(
    expect.arrayContaining(["from", "to", "subject", "date", "list-unsubscribe", "list-unsubscribe-post"]),
  );
  expect(verifyDkim(raw.replace("k=", "k=x").replace("kkk", "kk"), privateKey)).toBeNull();
  expect(verifyDkim(raw.replace("List-Unsubscribe=One", "List-Unsubscribe=Two"), privateKey)).toBeNull();
});

test("without a key nothing is signed", async () => {
  expect(String(await writeMessage(message, mailFrom))).not.toMatch(/^DKIM-Signature:/m);
});

test("R3 what goes to many is left by one click, with the whole address in one line", async () => {
  const raw = String(await writeMessage(message, mailFrom));
  expect(raw).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(raw).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(await headersOf(message)).toMatchObject({
    precedence: "bulk",
    "list-id": "<newsletter.kolpona.example>",
  });
});

test("a mail of the product says that no answer machine need answer, and has no list", async () => {
  const { list: _, ...mail } = message;
  const headers = await headersOf(mail);
  expect(headers["auto-submitted"]).toBe("auto-generated");
  expect(Object.keys(headers).filter((name) => name.startsWith("list-"))).toEqual([]);
});
