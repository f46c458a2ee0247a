import { Link, redirect } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { isEmptyDoc } from "#app/content/rich-text/schema.ts";
import { countSubscribers } from "#app/leads/subscribers/list.ts";
import { isEditable } from "#app/newsletter/issue.ts";
import { readIssue } from "#app/newsletter/issues.ts";
import { dayOf, localTime } from "#app/text/moments.ts";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { orMissing } from "../parts/or-missing.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/send.ts";
import { MailFrame } from "./mail-frame.tsx";
import { sendDeeds } from "./send-deeds.ts";
import { SendForms } from "./send-forms.tsx";

/** Editors and admins; what has begun to leave can't be sent again. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, deed, timeZone, mail } = await openScreen(args);
  const issue = await orMissing(() => readIssue(db, params.id));
  if (!isEditable(issue.state)) throw redirect(`/dashboard/newsletter/${issue.id}`);
  const { body, id, version, subject, isPublic, sendAt } = issue;
  const settings = await readSettings(db);
  const tomorrow = dayOf(new Date(deed.now.getTime() + 86_400_000), timeZone);
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
  return act(args, "editor", sendDeeds(params.id));
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
