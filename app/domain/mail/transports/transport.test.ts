import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, test } from "vitest";
import { company, everyMail, mailFrom, noon, startSmtp, startSmtpProxy } from "../mail.fixture.ts";
import { renderMail } from "../templates/render-mail.tsx";
import type { MimeMessage } from "./message.ts";
import { openFolderTransport, openSmtpTransport } from "./transport.ts";

const folder = { path: "" };
beforeEach(() => {
  folder.path = mkdtempSync(join(tmpdir(), "frontdesk-mail-"));
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

const site = { publicUrl: company.url };
const noAbort = new AbortController().signal;

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

async function sendThroughProxy(message: MimeMessage, from = mailFrom) {
  await using smtp = await startSmtp({ hideDSN: false });
  await using proxy = await startSmtpProxy(smtp.port);
  const transport = openSmtpTransport(new URL(`smtp://127.0.0.1:${proxy.port}`), from, site);
  await transport.deliver(message, noAbort);
  transport.close();
  return { lines: proxy.lines, received: smtp.received };
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

test.each(breaks)("M2 %j in a name or subject adds no header or recipient", async (injection) => {
  const plain = await sendThroughProxy(aMessage());
  const rendered = renderMail(
    { template: "verify", name: `Eve${injection}`, link: "https://www.kolpona.example/v" },
    { company, lifetime: "" },
  );
  const { lines, received } = await sendThroughProxy(
    aMessage({ ...rendered, subject: `Hello${injection}` }),
    {
      ...mailFrom,
      name: `Kolpona${injection}`,
    },
  );
  expect(headerNames(received[0]?.raw ?? "")).toEqual(headerNames(plain.received[0]?.raw ?? ""));
  expect(
    lines
      .filter((line) => /^(RCPT|MAIL|DATA)/i.test(line))
      .map((line) => line.replace(/ (BODY|SIZE|RET|ENVID|NOTIFY)=\S+/g, "")),
  ).toEqual(["MAIL FROM:<hello@kolpona.example>", "RCPT TO:<rahima@shapla.example>", "DATA"]);
  expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([]);
});

test.each(["subject", "html", "text"] as const)("M3 an object as %s reads no file or URL", async (field) => {
  const secret = join(folder.path, "secret.txt");
  writeFileSync(secret, "the-secret");
  for (const value of [{ path: secret }, { href: "http://127.0.0.1:9/" }]) {
    const transport = openFolderTransport(folder.path, mailFrom);
    const outcome = await transport
      .deliver(aMessage({ [field]: value }), noAbort)
      .catch((error: Error) => error);
    expect(outcome).toBeInstanceOf(Error);
  }
  expect(readdirSync(folder.path)).toEqual(["secret.txt"]);
});

test("stores every mail as a readable file without a mail server", async () => {
  const inner = join(folder.path, "mail");
  const transport = openFolderTransport(inner, mailFrom);
  for (const [number, content] of everyMail("রহিমা").entries()) {
    const rendered = renderMail(content, { company, lifetime: "30 minutes" });
    expect(await transport.deliver(aMessage({ id: `m${number}`, ...rendered }), noAbort)).toBe("stored");
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

test("sends nothing to a server with an untrusted certificate", async () => {
  let passwords = 0;
  await using smtp = await startSmtp({
    disabledCommands: [],
    onAuth: (_, __, done) => {
      passwords += 1;
      done(null, { user: "u" });
    },
  });
  const transport = openSmtpTransport(new URL(`smtp://user:p%40ss@0.0.0.0:${smtp.port}`), mailFrom, site);
  await expect(transport.deliver(aMessage(), noAbort)).rejects.toThrow(/certificate/i);
  expect([passwords, smtp.received.length]).toEqual([0, 0]);
});

test("sends a password to another machine only over TLS", async () => {
  await using smtp = await startSmtp({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(null, { user: "u" }),
  });
  const open = (host: string) =>
    openSmtpTransport(new URL(`smtp://user:p%40ss@${host}:${smtp.port}`), mailFrom, site);
  expect(await open("127.0.0.1").deliver(aMessage(), noAbort)).toBe("sent");
  // The wildcard address reaches this machine, but is not a loopback address.
  await expect(open("0.0.0.0").deliver(aMessage(), noAbort)).rejects.toMatchObject({ code: "ETLS" });
  expect(smtp.received).toHaveLength(1);
});

test("sends the site's host in EHLO and requests short bounces", async () => {
  const { lines } = await sendThroughProxy(aMessage());
  expect(lines[0]).toBe("EHLO www.kolpona.example");
  expect(lines).toContain("MAIL FROM:<hello@kolpona.example> RET=HDRS ENVID=0192");
  expect(lines).toContain("RCPT TO:<rahima@shapla.example> NOTIFY=FAILURE,DELAY");
});
