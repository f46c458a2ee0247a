import { Form, Link, useNavigation } from "react-router";
import { LabelledField } from "#app/ui/field.tsx";
import { errorIn } from "../parts/action-result.ts";
import { useLayoutData } from "../shell/layout-data.ts";
import { sayDuration, sayReaders } from "./format-progress.ts";
import type { SendScreen } from "./send.tsx";

/** Now or later; the number of readers stands on the button itself. */
export function SendForms({ page, answer }: { page: SendScreen; answer: unknown }) {
  const { readers, perMinute, isPublic, isSending, id } = page;
  return (
    <div className="stack wide-gap">
      <section className="stack">
        <h2>Now</h2>
        <p>
          It goes to <b>{sayReaders(readers)}</b> who confirmed their subscription; sending takes{" "}
          {sayDuration(readers, perMinute)}. E-mails that were sent can’t be recalled.{" "}
          {isPublic ? "It then appears in the public archive." : "It does not appear in the public archive."}
        </p>
        {!isSending && (
          <p className="note">No mail server is set. Nothing is sent; the e-mails are kept in Mail.</p>
        )}
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
        Send it to {sayReaders(readers)} now
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
            <input className="in" type="datetime-local" {...control} defaultValue={refused?.typed.at ?? at} />
          )}
        </LabelledField>
        <div>
          <button className="btn q" type="submit" name="intent" value="schedule">
            {isScheduled ? "Change time" : "Schedule"}
          </button>
        </div>
      </Form>
    </section>
  );
}
