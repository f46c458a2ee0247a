import { data } from "react-router";
import { readMail } from "#app/domain/mail/outbox/handle-mail.ts";
import { renderSample, sampleTemplates } from "#app/domain/mail/templates/samples.ts";
import { sandboxPolicy } from "#app/platform/http/security/security-headers.ts";
import { orNotFound, requireScreen, type Staff } from "../../parts/require-screen.ts";
import type { Route } from "./+types/mail-html.ts";

/** Sends the HTML of a mail without its secret links, or of a template with sample data. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const html = params.id ? await readHtml(staff, params.id) : await readSampleHtml(staff, params.name);
  if (html === undefined) throw data(null, { status: 404 });
  // The sandbox blocks new windows, so no link of the mail works.
  const inert = html.replace(/<head[^>]*>/, (head) => `${head}<base target="_blank"/>`);
  return new Response(inert, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": sandboxPolicy,
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
    },
  });
}

async function readHtml({ db, mail }: Staff, id: string): Promise<string | undefined> {
  return (await mail.preview(await orNotFound(() => readMail(db, id))))?.html;
}

async function readSampleHtml(
  { db, publicUrl, actionContext }: Staff,
  name: string | undefined,
): Promise<string | undefined> {
  const template = sampleTemplates.find((one) => one === name);
  return template && (await renderSample(db, publicUrl, template, actionContext.now)).html;
}
