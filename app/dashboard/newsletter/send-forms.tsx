import { Form, Link, useNavigation } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { refusalIn } from "../parts/answer.ts";
import { useFrame } from "../shell/frame.ts";
import { sayDuration, sayReaders } from "./say-progress.ts";
import type { SendScreen } from "./send.tsx";

/** Now or later; the number of readers stands on the button itself. */
export function SendForms({ page, answer }: { page: SendScreen; answer: unknown }) {
  const { readers, perMinute, isPublic, isSending, id } = page;
  return (
    <div className="stack wide-gap">
      <section className="stack">
        <h2>Now</h2>
        <p>
          It goes to <b>{sayReaders(readers)}</b> who confirmed their subscription; that takes{" "}
          {sayDuration(readers, perMinute)}. What has left can’t be called back.{" "}
          {isPublic ? "The public archive shows it from then on." : "The public archive does not show it."}
        </p>
        {!isSending && (
          <p className="note">No mail server is set: every mail becomes a file in the data folder instead.</p>
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
  const { timeZone } = useFrame();
  const refused = refusalIn(answer);
  return (
    <section className="stack">
      <h2>{isScheduled ? "At another moment" : "Later"}</h2>
      <Form method="post" className="stack later">
        <input type="hidden" name="version" value={version} />
        <Field
          label="Leaves on"
          name="at"
          error={refused?.refusal.fields.at}
          hint={`Clock time in ${timeZone}. It goes to whoever has confirmed by then, and can be called back until then.`}
        >
          {(control) => (
            <input className="in" type="datetime-local" {...control} defaultValue={refused?.typed.at ?? at} />
          )}
        </Field>
        <div>
          <button className="btn q" type="submit" name="intent" value="schedule">
            {isScheduled ? "Change the moment" : "Schedule it"}
          </button>
        </div>
      </Form>
    </section>
  );
}
