import { Agent } from "node:http";
import { subscribeVerified } from "../../app/domain/newsletter/subscribers/subscribe.ts";
import { write } from "../../app/platform/database/database.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import { type EngineName, engines } from "../../tests/support/database.ts";
import { countMails, startMailbox } from "../../tests/support/mailbox.ts";
import {
  commonPassword,
  createPopulatedDatabase,
  visitorAddress,
} from "../../tests/support/populated-database.ts";
import { signInAt } from "../../tests/support/signed-in.ts";
import { ask, quantile, repeatAt, time } from "./support/pace.ts";

export interface NewsletterCost {
  engine: EngineName;
  delivered: number;
  duplicates: number;
  /** Mails per minute: configured, and measured from the first to the last. */
  limit: number;
  perMinute: number;
  /** p95 in milliseconds of uncached pages, before and during the newsletter. */
  alone: number;
  loaded: number;
}

const readers = 10_000;
const limit = 3000;
const editor = "editor@kolpona.example";
const pagesPerSecond = 20;
const uncachedPage = "/search?q=loom";

/** Sends a newsletter to ten thousand readers at the configured rate and measures its effect on page reads. */
export async function measureNewsletter(): Promise<NewsletterCost[]> {
  const costs: NewsletterCost[] = [];
  for (const engine of engines) costs.push(await sendOn(engine));
  return costs;
}

async function sendOn(engine: EngineName): Promise<NewsletterCost> {
  const place = await createPopulatedDatabase(engine, { [editor]: "admin" });
  await fill(place.env);
  const mailbox = await startMailbox();
  const site = await place.start({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: "Kolpona <hello@kolpona.example>" });
  const agent = new Agent({ keepAlive: true });
  // Each request comes from another visitor, so that no rate limit applies.
  const read = (n: number) =>
    time(async () => {
      const headers = { "x-forwarded-for": visitorAddress(n) };
      const status = await ask(agent, site.url + uncachedPage, { headers });
      if (status !== 200) throw new Error(`${uncachedPage} answered ${status}`);
      return status;
    });
  try {
    await repeatAt(pagesPerSecond, 5, read);
    const alone = await repeatAt(pagesPerSecond, 30, read);
    await startNewsletter(site.url);
    const startedAt = performance.now();
    const loaded = await repeatAt(pagesPerSecond, 120, read);
    while ((await countMails(mailbox.url)).all < readers) await new Promise((done) => setTimeout(done, 250));
    const minutes = (performance.now() - startedAt) / 60_000;
    // Waits for late and duplicate mails.
    await new Promise((done) => setTimeout(done, 10_000));
    const { all, different } = await countMails(mailbox.url);
    const pages = { alone: quantile(alone, 0.95), loaded: quantile(loaded, 0.95) };
    const mails = { delivered: different, duplicates: all - different };
    return { engine, ...mails, limit, perMinute: readers / minutes, ...pages };
  } finally {
    agent.destroy();
    await site.stop();
    await mailbox.stop();
    await place.remove();
  }
}

type Place = Awaited<ReturnType<typeof createPopulatedDatabase>>["env"];

async function fill(env: Place): Promise<void> {
  await using open = await openDatabase(env, "a benchmark", () => {});
  const consent = { consentText: "Send it to me.", sourcePath: "/newsletter", network: "", userAgent: "" };
  const now = new Date();
  const proof = { ...consent, by: "import" as const, consentedAt: now.toISOString(), now };
  for (let from = 0; from < readers; from += 500)
    await write(open.db, async (tx) => {
      for (let n = from; n < from + 500; n += 1)
        await subscribeVerified(tx, `reader-${n}@shapla.example`, proof);
    });
}

/** Sets the rate, writes the newsletter and sends it. */
async function startNewsletter(url: string): Promise<void> {
  const cookie = await signInAt(url, { email: editor, password: commonPassword });
  const settings = await call(url, "GET", "/settings", undefined, { cookie });
  const version = { "if-match": settings.headers.get("etag") ?? "" };
  await call(url, "PATCH", "/settings", { mail: { newslettersPerMinute: limit } }, { cookie, ...version });
  const body = { markdown: "The looms are running again.\n\nCome and see." };
  const draft = { subject: "The looms are running again", preview: "", body, isPublic: false };
  const { _id } = await (await call(url, "POST", "/newsletters", draft, { cookie })).json();
  await call(url, "POST", `/newsletters/${_id}/send`, {}, { cookie });
}

async function call(
  url: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...headers, origin: url, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
