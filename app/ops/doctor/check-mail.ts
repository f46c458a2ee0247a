import { readFailure } from "#app/domain/mail/outbox/deliver.ts";
import { renderTemplate } from "#app/domain/mail/templates/render-queued.ts";
import { openSmtpTransport, tryMailServer } from "#app/domain/mail/transports/transport.ts";
import type { Database } from "#app/platform/database/database.ts";
import { mailServerFact, readFact } from "#app/platform/database/installation.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { type Diagnosis, diagnosesOf } from "./diagnosis.ts";

const { fine, warning, wrong } = diagnosesOf("mail");

const waits = {
  connectMs: 8_000,
  silentMs: 8_000,
};

/** Connects to the mail server and signs in without sending mail. */
export async function checkMailServer(
  { smtpUrl, mailToFolder, publicUrl }: Pick<Env, "smtpUrl" | "mailToFolder" | "publicUrl">,
  db: Database | null,
): Promise<Diagnosis[]> {
  if (mailToFolder)
    return [
      warning("MAIL=folder: every mail is stored as a file in DATA_DIR/mail", "remove MAIL to send mail"),
    ];
  if (smtpUrl === null) return [await describeMissingServer(db)];
  try {
    await tryMailServer(smtpUrl, { ...waits, publicUrl });
    const signedIn = smtpUrl.username === "" ? "responds" : "responds, and sign-in works";
    return [fine(`${smtpUrl.host} ${signedIn}`)];
  } catch (error) {
    return [describeMailFailure(smtpUrl, error)];
  }
}

async function describeMissingServer(db: Database | null): Promise<Diagnosis> {
  const since = db && (await readFact(db, mailServerFact));
  return since
    ? wrong(
        "SMTP_URL is missing, although it was set before: all mail waits",
        "set SMTP_URL and MAIL_FROM again, or MAIL=folder to store mail as files",
      )
    : warning(
        "no mail server is set: every mail is stored as a file in DATA_DIR/mail",
        "set SMTP_URL and MAIL_FROM",
      );
}

/** Sends a test mail to an address. */
export async function sendTrialMail(env: Env, db: Database, to: string): Promise<Diagnosis[]> {
  const { smtpUrl } = env;
  if (smtpUrl === null) return [wrong("mail can't be sent without a mail server", "set SMTP_URL")];
  const transport = openSmtpTransport(
    smtpUrl,
    { ...env.mailFrom, dkim: env.dkim },
    {
      ...waits,
      publicUrl: env.publicUrl,
    },
  );
  const now = new Date();
  try {
    const words = await renderTemplate(db, env.publicUrl, { template: "test", name: "", at: now }, "");
    await transport.deliver(
      { ...words, id: newId(), to, date: now, earlier: [], isPersonal: false },
      AbortSignal.timeout(30_000),
    );
    return [
      fine(`the mail server accepted a mail to ${to}`, "check that it arrived, and not in the spam folder"),
    ];
  } catch (error) {
    return [describeMailFailure(smtpUrl, error)];
  } finally {
    transport.close();
  }
}

function describeMailFailure({ host, username }: URL, error: unknown): Diagnosis {
  const { code, reason } = readFailure(error);
  const response = `${reason.replaceAll(/\s+/g, " ").slice(0, 200)} (${code})`;
  if (code.startsWith("EAUTH"))
    return wrong(
      `${host} rejects the user ${decodeURIComponent(username)}: ${response}`,
      "correct user and password",
    );
  if (code.startsWith("EDNS") || code.startsWith("ENOTFOUND"))
    return wrong(`the host ${host} does not exist`, "correct SMTP_URL");
  if (code.startsWith("ETLS"))
    return wrong(`no TLS with ${host}: ${response}`, "give smtps:// with port 465, or smtp:// with port 587");
  return wrong(
    `${host} failed: ${response}`,
    "check host and port, and whether a firewall blocks mail (many providers close ports 25 and 465)",
  );
}
