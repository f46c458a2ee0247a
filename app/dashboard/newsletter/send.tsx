import { Link, redirect } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { isEmptyDoc } from "#app/content/rich-text/schema/schema.ts";
import { type Writing, write } from "#app/database/database.ts";
import { countSubscribers } from "#app/leads/subscribers/list.ts";
import { isEditable } from "#app/newsletter/campaign.ts";
import { lockCampaign, readCampaign } from "#app/newsletter/campaigns.ts";
import { scheduleCampaign } from "#app/newsletter/send.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { dayOf, localTime, spellMoment } from "#app/text/moments.ts";
import { Empty } from "../parts/empty.tsx";
import { type FormInput, handleAction } from "../parts/handle-action.ts";
import { orNotFound } from "../parts/or-not-found.ts";
import { redirectWithFlash } from "../parts/redirect-with-flash.ts";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/send.ts";
import { sayReaders } from "./format-progress.ts";
import { MailFrame } from "./mail-frame.tsx";
import { SendForms } from "./send-forms.tsx";
import { momentSent } from "./sent-campaign.ts";

/** Editors and admins; what has begun to leave can't be sent again. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, actionContext, timeZone, mail } = await requireScreen(args);
  const issue = await orNotFound(() => readCampaign(db, params.id));
  if (!isEditable(issue.state)) throw redirect(`/dashboard/newsletter/${issue.id}`);
  const { body, id, version, subject, isPublic, sendAt } = issue;
  const settings = await readSettings(db);
  const tomorrow = dayOf(new Date(actionContext.now.getTime() + 86_400_000), timeZone);
  return {
    id,
    version,
    subject,
    isPublic,
    isEmpty: isEmptyDoc(body),
    readers: (await countSubscribers(db)).confirmed,
    perMinute: settings.mail.newslettersPerMinute,
    isSending: mail.isSending,
    isScheduled: sendAt !== null,
    at: sendAt ? localTime(sendAt, timeZone) : `${tomorrow}T10:00`,
  };
}

/** Editors and admins. */
export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction(args, "editor", sendActions(params.id));
}

export type SendScreen = Route.ComponentProps["loaderData"];

export default function SendIssue({ loaderData: page, actionData }: Route.ComponentProps) {
  const path = `/dashboard/newsletter/${page.id}`;
  return (
    <Screen
      title="Send newsletter"
      crumbs={[{ name: page.isScheduled ? "Newsletter" : "Draft", path }]}
      answer={actionData}
    >
      {page.isEmpty || page.readers === 0 ? (
        <NotYet page={page} path={path} />
      ) : (
        <div className="pad on-its-way">
          <SendForms page={page} answer={actionData} />
          <MailFrame issue={page} width={600} />
        </div>
      )}
    </Screen>
  );
}

function NotYet({ page, path }: { page: SendScreen; path: string }) {
  if (page.isEmpty)
    return (
      <Empty title="This newsletter is empty">
        <Link className="plain" to={path}>
          Write it first
        </Link>
      </Empty>
    );
  return (
    <Empty title="Nobody is subscribed yet">
      <p>
        People subscribe in the footer of every page and at <a href="/newsletter">/newsletter</a>, and confirm
        by a link we e-mail. Your draft is kept.
      </p>
      <Link className="plain" to={path}>
        Back to the draft
      </Link>
    </Empty>
  );
}

/** Sends a newsletter now or at a moment; only the words that were looked at. */
function sendActions(id: string) {
  const path = `/dashboard/newsletter/${id}`;
  return {
    now: async (sent: FormInput, { db, actionContext, mail }: Staff) => {
      await write(db, async (tx) => {
        await needSeen(tx, id, sent);
        await scheduleCampaign(tx, id, actionContext.now, actionContext);
      });
      const { confirmed } = await countSubscribers(db);
      return redirectWithFlash(path, {
        done: mail.isSending
          ? `Sending to ${sayReaders(confirmed)}.`
          : `Not sent: no mail server is set. E-mails to ${sayReaders(confirmed)} are kept in Mail.`,
      });
    },
    schedule: async (sent: FormInput, { db, actionContext, timeZone }: Staff) => {
      const at = momentSent(sent, "at", timeZone);
      await write(db, async (tx) => {
        await needSeen(tx, id, sent);
        await scheduleCampaign(tx, id, at, actionContext);
      });
      const done = `Scheduled for ${spellMoment(at.toISOString(), timeZone)} (${timeZone}).`;
      return redirectWithFlash(path, { done, undo: { intent: "callBack", values: {}, action: path } });
    },
  };
}

async function needSeen(tx: Writing, id: string, { text }: FormInput): Promise<void> {
  const { version } = await lockCampaign(tx, id);
  if (String(version) !== text("version"))
    throw new DomainError(
      "stale",
      "It has changed since you opened this page. Check it again before you send it.",
    );
}
