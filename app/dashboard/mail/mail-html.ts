import { data } from "react-router";
import { lookedAtPolicy } from "#app/http/security/security-headers.ts";
import { readMail } from "#app/mail/outbox/handle-mail.ts";
import { sampleTemplates, setSample } from "#app/mail/templates/samples.ts";
import { orNotFound, requireScreen, type Staff } from "../parts/require-screen.ts";
import type { Route } from "./+types/mail-html.ts";

/** What a mail looks like, its secret links hidden; or, by the name of a template, a mail to somebody who is made up. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const html = params.id ? await readHtml(staff, params.id) : await readSampleHtml(staff, params.name);
  if (html === undefined) throw data(null, { status: 404 });
  // A sandbox opens no windows, so that with this no link of the mail leads anywhere.
  const inert = html.replace(/<head[^>]*>/, (head) => `${head}<base target="_blank"/>`);
  return new Response(inert, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": lookedAtPolicy,
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
    },
  });
}

async function readHtml({ db, mail }: Staff, id: string): Promise<string | undefined> {
  return (await mail.look(await orNotFound(() => readMail(db, id))))?.html;
}

async function readSampleHtml(
  { db, publicUrl, actionContext }: Staff,
  name: string | undefined,
): Promise<string | undefined> {
  const template = sampleTemplates.find((one) => one === name);
  return template && (await setSample(db, publicUrl, template, actionContext.now)).html;
}
