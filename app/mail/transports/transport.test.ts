import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, test } from "vitest";
import { company, everyMail, mailFrom, noon, startSmtp, startTap } from "../mail.fixture.ts";
import { renderMail } from "../templates/render-mail.tsx";
import type { MimeMessage } from "./message.ts";
import { openFolderTransport, openSmtpTransport } from "./transport.ts";

const folder = { path: "" };
beforeEach(() => {
  folder.path = mkdtempSync(join(tmpdir(), "frontdesk-mail-"));
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

const site = { publicUrl: company.url };
const never = new AbortController().signal;

function aMessage(part: Partial<MimeMessage> = {}): MimeMessage {
  return {
    id: "0192",
    to: "rahima@shapla.example",
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
    date: noon,
    replyTo: null,
    earlier: [],
    isPersonal: false,
    ...part,
  };
}

async function sendThroughTap(message: MimeMessage, from = mailFrom) {
  await using smtp = await startSmtp({ hideDSN: false });
  await using tap = await startTap(smtp.port);
  const transport = openSmtpTransport(new URL(`smtp://127.0.0.1:${tap.port}`), from, site);
  await transport.deliver(message, never);
  transport.close();
  return { said: tap.said, received: smtp.received };
}

const headerNames = (raw: string) =>
  (raw.split("\r\n\r\n")[0] ?? "").split("\r\n").flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? []);

const breaks = [
  "\r\nBcc: eve@evil.example",
  "\nBcc: eve@evil.example",
  "\rBcc: eve@evil.example",
  "\0Bcc:",
  "\u2028Bcc: eve@evil.example",
  "\u0085Bcc:",
];

test.each(breaks)("M2 %j in a name or subject adds no header, line or recipient", async (evil) => {
  const plain = await sendThroughTap(aMessage());
  const rendered = renderMail(
    { template: "verify", name: `Eve${evil}`, link: "https://www.kolpona.example/v" },
    { company, lifetime: "" },
  );
  const { said, received } = await sendThroughTap(aMessage({ ...rendered, subject: `Hello${evil}` }), {
    ...mailFrom,
    name: `Kolpona${evil}`,
  });
  expect(headerNames(received[0]?.raw ?? "")).toEqual(headerNames(plain.received[0]?.raw ?? ""));
  expect(
    said
      .filter((line) => /^(RCPT|MAIL|DATA)/i.test(line))
      .map((line) => line.replace(/ (BODY|SIZE|RET|ENVID|NOTIFY)=\S+/g, "")),
  ).toEqual(["MAIL FROM:<hello@kolpona.example>", "RCPT TO:<rahima@shapla.example>", "DATA"]);
  expect(said.filter((line) => /^bcc:/i.test(line))).toEqual([]);
});

test.each(["subject", "html", "text"] as const)(
  "M3 an object in place of the %s reads no file and no address",
  async (field) => {
    const secret = join(folder.path, "secret.txt");
    writeFileSync(secret, "the-secret");
    for (const value of [{ path: secret }, { href: "http://127.0.0.1:9/" }]) {
      const transport = openFolderTransport(folder.path, mailFrom);
      const outcome = await transport
        .deliver(aMessage({ [field]: value }), never)
        .catch((error: Error) => error);
      expect(outcome).toBeInstanceOf(Error);
    }
    expect(readdirSync(folder.path)).toEqual(["secret.txt"]);
  },
);

test("without a mail server, every mail is a file that mail programs read", async () => {
  const inner = join(folder.path, "mail");
  const transport = openFolderTransport(inner, mailFrom);
  for (const [number, content] of everyMail("রহিমা").entries()) {
    const rendered = renderMail(content, { company, lifetime: "30 minutes" });
    expect(await transport.deliver(aMessage({ id: `m${number}`, ...rendered }), never)).toBe("stored");
    const path = join(inner, `m${number}.eml`);
    const mail = await PostalMime.parse(readFileSync(path));
    expect(mail).toMatchObject({
      subject: rendered.subject,
      from: mailFrom,
      to: [{ address: "rahima@shapla.example" }],
      messageId: `<m${number}@kolpona.example>`,
    });
    expect(mail.text?.trimEnd()).toBe(rendered.text.trimEnd());
    expect(mail.html?.trimEnd()).toBe(rendered.html.trimEnd());
    expect(mail.attachments).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  expect(statSync(inner).mode & 0o777).toBe(0o700);
  expect(readdirSync(inner).filter((name) => !name.endsWith(".eml"))).toEqual([]);
});

test("a mail server whose certificate nobody vouches for gets neither password nor mail", async () => {
  let passwords = 0;
  await using smtp = await startSmtp({
    disabledCommands: [],
    onAuth: (_, __, done) => {
      passwords += 1;
      done(null, { user: "u" });
    },
  });
  const transport = openSmtpTransport(new URL(`smtp://user:p%40ss@0.0.0.0:${smtp.port}`), mailFrom, site);
  await expect(transport.deliver(aMessage(), never)).rejects.toThrow(/certificate/i);
  expect([passwords, smtp.received.length]).toEqual([0, 0]);
});

test("a password goes to another machine only inside TLS", async () => {
  await using smtp = await startSmtp({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(null, { user: "u" }),
  });
  const open = (host: string) =>
    openSmtpTransport(new URL(`smtp://user:p%40ss@${host}:${smtp.port}`), mailFrom, site);
  expect(await open("127.0.0.1").deliver(aMessage(), never)).toBe("sent");
  // The wildcard address leads to this machine, and is not a loopback one.
  await expect(open("0.0.0.0").deliver(aMessage(), never)).rejects.toMatchObject({ code: "ETLS" });
  expect(smtp.received).toHaveLength(1);
});

test("greets by the host of the site and requests short bounces", async () => {
  const { said } = await sendThroughTap(aMessage());
  expect(said[0]).toBe("EHLO www.kolpona.example");
  expect(said).toContain("MAIL FROM:<hello@kolpona.example> RET=HDRS ENVID=0192");
  expect(said).toContain("RCPT TO:<rahima@shapla.example> NOTIFY=FAILURE,DELAY");
});
