import { generateKeyPairSync } from "node:crypto";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { clustersOf } from "#app/lib/text/cut.ts";
import { verifyDkim } from "../../../../tests/support/dkim.ts";
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

test("signs sender, content and both fields of one-click unsubscribe", async () => {
  const raw = String(await writeMessage(message, from));
  expect(raw).toMatch(/^DKIM-Signature: [\s\S]*?d=kolpona\.example;[\s\S]*?s=mail2026;/m);
  expect(verifyDkim(raw, privateKey)).toEqual(
    expect.arrayContaining(["from", "to", "subject", "date", "list-unsubscribe", "list-unsubscribe-post"]),
  );
  expect(verifyDkim(raw.replace("k=", "k=x").replace("kkk", "kk"), privateKey)).toBeNull();
  expect(verifyDkim(raw.replace("List-Unsubscribe=One", "List-Unsubscribe=Two"), privateKey)).toBeNull();
});

test("signs nothing without a key", async () => {
  expect(String(await writeMessage(message, mailFrom))).not.toMatch(/^DKIM-Signature:/m);
});

test("R3 bulk mail has a one-click unsubscribe URL on one line", async () => {
  const raw = String(await writeMessage(message, mailFrom));
  expect(raw).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(raw).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(await headersOf(message)).toMatchObject({
    precedence: "bulk",
    "list-id": "<newsletter.kolpona.example>",
  });
});

test("transactional mail is marked automatic and has no list headers", async () => {
  const { list: _, ...mail } = message;
  const headers = await headersOf(mail);
  expect(headers["auto-submitted"]).toBe("auto-generated");
  expect(Object.keys(headers).filter((name) => name.startsWith("list-"))).toEqual([]);
});

const bangla = [
  "কল্পনা আইটি ‹এক নতুন খবর›",
  "লক্ষ্মীর আন্তর্জাতিকীকরণপ্রক্রিয়াসমূহের সম্পর্কিত বিজ্ঞপ্তি: র‍্যাব",
  "ক্ষ্ম্যাঁক্ষ্ম্যাঁ ক্ষ্ম্যাঁ",
  'Bücher = "two" ＠ 👨‍👩‍👧',
];

test.each(bangla)("writes “%s” in words without padding or broken clusters", async (text) => {
  for (const [name, mail, sender] of [
    ["Subject", { ...message, subject: text }, mailFrom],
    ["From", message, { ...mailFrom, name: text }],
  ] as const) {
    const raw = String(await writeMessage(mail, sender));
    const field = new RegExp(`^${name}: .*(?:\\r\\n[ \\t].*)*`, "m").exec(raw)?.[0] ?? "";
    const words = field.match(/=\?UTF-8\?[QB]\?[^?]*\?=/g) ?? [];
    expect(words.filter((word) => /\?B\?.*=\?=$/.test(word))).toEqual([]);
    expect(field.split("\r\n").filter((line) => line.length > 76)).toEqual([]);
    const parsed = await PostalMime.parse(raw);
    expect(name === "Subject" ? parsed.subject : parsed.from?.name).toBe(text);
    const starts = words.map((word) => decodeWord(word));
    expect(starts.join("")).toBe(text);
    expect(starts.flatMap(clustersOf)).toEqual(clustersOf(text));
  }
});

test("does not encode ASCII, and signs encoded headers", async () => {
  const raw = String(await writeMessage({ ...message, subject: "News of May" }, { ...from, name: "কল্পনা" }));
  expect(raw).toContain("\r\nSubject: News of May\r\n");
  expect(verifyDkim(raw, privateKey)).toEqual(expect.arrayContaining(["from", "subject"]));
  const quoted = String(await writeMessage({ ...message, subject: "=?x" }, mailFrom));
  expect((await PostalMime.parse(quoted)).subject).toBe("=?x");
});

function decodeWord(word: string): string {
  const [, , encoding, text = ""] = word.split("?");
  if (encoding === "B") return Buffer.from(text, "base64").toString();
  const plain = text
    .replaceAll("_", " ")
    .replace(/=(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, "latin1").toString();
}
