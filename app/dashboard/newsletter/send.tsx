import { Form, Link, redirect, useNavigation } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import { isEditable } from "#app/domain/newsletter/campaign.ts";
import { lockCampaign, readCampaign } from "#app/domain/newsletter/campaigns.ts";
import { previewCampaign } from "#app/domain/newsletter/mail/prepare-campaign.ts";
import { scheduleCampaign } from "#app/domain/newsletter/send.ts";
import { countSubscribers } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { dayOf, localTime, spellMoment } from "#app/lib/text/moments.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { type Writing, write } from "#app/platform/database/database.ts";
import { errorIn } from "../parts/action-result.ts";
import { type FormInput, handleAction, redirectWithFlash } from "../parts/handle-action.ts";
import { Empty } from "../parts/list-screen.tsx";
import { orNotFound, requireScreen, type Staff } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { MailFrame } from "../settings/mail/mail-frame.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import type { Route } from "./+types/send.ts";
import { formatDuration, formatReaders } from "./campaign-progress.tsx";
import { readMoment } from "./campaign-screen.ts";
import { SizeNote } from "./size-note.tsx";

/** A newsletter that is being sent cannot be sent again. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, actionContext, timeZone, mail, publicUrl } = await requireScreen(args);
  const campaign = await orNotFound(() => readCampaign(db, params.id));
  if (!isEditable(campaign.state)) throw redirect(`/dashboard/newsletter/${campaign.id}`);
  const { body, id, version, subject, isPublic, sendAt } = campaign;
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
    bytes: Buffer.byteLength((await previewCampaign(db, publicUrl, campaign)).html),
    isScheduled: sendAt !== null,
    at: sendAt ? localTime(sendAt, timeZone) : `${tomorrow}T10:00`,
  };
}

export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction(args, sendActions(params.id));
}

export type SendScreen = Route.ComponentProps["loaderData"];

export default function SendCampaign({ loaderData: page, actionData }: Route.ComponentProps) {
  const path = `/dashboard/newsletter/${page.id}`;
  return (
    <Screen
      title="Send newsletter"
      crumbs={[{ name: page.isScheduled ? "Newsletter" : "Draft", path }]}
      answer={actionData}
    >
      {page.isEmpty || page.readers === 0 ? (
        <NotReady page={page} path={path} />
      ) : (
        <div className="pad sent-campaign">
          <SendForms page={page} answer={actionData} />
          <MailFrame campaign={page} width={600} />
        </div>
      )}
    </Screen>
  );
}

function NotReady({ page, path }: { page: SendScreen; path: string }) {
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

/**
 * Actions that send a newsletter now or at a set time; both refuse a version other than the previewed one.
 */
function sendActions(id: string) {
  const path = `/dashboard/newsletter/${id}`;
  return {
    now: async (sent: FormInput, { db, actionContext, mail }: Staff) => {
      await write(db, async (tx) => {
        await requirePreviewed(tx, id, sent);
        await scheduleCampaign(tx, id, actionContext.now, actionContext);
      });
      const { confirmed } = await countSubscribers(db);
      return redirectWithFlash(path, {
        done: mail.isSending
          ? `Sending to ${formatReaders(confirmed)}.`
          : `Not sent: no mail server is set. E-mails to ${formatReaders(confirmed)} are kept in Mail.`,
      });
    },
    schedule: async (sent: FormInput, { db, actionContext, timeZone }: Staff) => {
      const at = readMoment(sent, "at", timeZone);
      await write(db, async (tx) => {
        await requirePreviewed(tx, id, sent);
        await scheduleCampaign(tx, id, at, actionContext);
      });
      const done = `Scheduled for ${spellMoment(at.toISOString(), timeZone)} (${timeZone}).`;
      return redirectWithFlash(path, { done, undo: { intent: "callBack", values: {}, action: path } });
    },
  };
}

async function requirePreviewed(tx: Writing, id: string, { text }: FormInput): Promise<void> {
  const { version } = await lockCampaign(tx, id);
  if (String(version) !== text("version"))
    throw new DomainError(
      "stale",
      "It has changed since you opened this page. Check it again before you send it.",
    );
}

/** Choice between now and later; the button shows the number of readers. */
function SendForms({ page, answer }: { page: SendScreen; answer: unknown }) {
  const { readers, perMinute, isPublic, isSending, id, bytes } = page;
  return (
    <div className="stack wide-gap">
      <section className="stack">
        <h2>Now</h2>
        <p>
          It goes to <b>{formatReaders(readers)}</b> who confirmed their subscription; sending takes{" "}
          {formatDuration(readers, perMinute)}. E-mails that were sent can’t be recalled.{" "}
          {isPublic ? "It then appears in the public archive." : "It does not appear in the public archive."}
        </p>
        {!isSending && (
          <p className="note">No mail server is set. Nothing is sent; the e-mails are kept in Mail.</p>
        )}
        <SizeNote bytes={bytes} />
        <SendNow page={page} />
      </section>
      <Later page={page} answer={answer} />
      <p className="small mute">
        Not sure? <Link to={`/dashboard/newsletter/${id}/preview`}>Send yourself a test first</Link>.
      </p>
    </div>
  );
}

function SendNow({ page: { version, readers } }: { page: SendScreen }) {
  const isBusy = useNavigation().formData !== undefined;
  return (
    <Form method="post" onSubmit={(event) => isBusy && event.preventDefault()}>
      <input type="hidden" name="version" value={version} />
      <button className="btn" type="submit" name="intent" value="now" aria-disabled={isBusy || undefined}>
        Send it to {formatReaders(readers)} now
      </button>
    </Form>
  );
}

function Later({ page: { version, at, isScheduled }, answer }: { page: SendScreen; answer: unknown }) {
  const { timeZone } = useLayoutData();
  const refused = errorIn(answer);
  return (
    <section className="stack">
      <h2>{isScheduled ? "At another time" : "Later"}</h2>
      <Form method="post" className="stack later">
        <input type="hidden" name="version" value={version} />
        <LabelledField
          label="Send at"
          name="at"
          error={refused?.refusal.fields.at}
          hint={`Time zone: ${timeZone}. It goes to everybody who has confirmed by then. You can cancel until then.`}
        >
          {(control) => (
            <input
              className="input"
              type="datetime-local"
              {...control}
              defaultValue={refused?.typed.at ?? at}
            />
          )}
        </LabelledField>
        <div>
          <button className="btn quiet" type="submit" name="intent" value="schedule">
            {isScheduled ? "Change time" : "Schedule"}
          </button>
        </div>
      </Form>
    </section>
  );
}
