import { CalendarClock } from "lucide-react";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { useForm } from "#app/fields/form-context.ts";
import { describeMomentInSentence, localTime } from "#app/text/moments.ts";
import { LabelledField } from "#app/ui/field.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import type { EntryHead } from "./entry-head.ts";

/** Where the entry stands, in one sign, one word and a sentence, and what can be done about it. */
export function StatePanel({ entry, isBusy }: { entry: EntryHead | null; isBusy: boolean }) {
  const { timeZone, now } = useLayoutData();
  const { errors } = useForm();
  const state = entry?.state ?? "draft";
  const say = (at: string) => describeMomentInSentence(at, { timeZone, now });
  const isScheduled = Boolean(entry?.publishAt || entry?.unpublishAt);
  return (
    <section className="now" aria-label="State">
      <StateBadge state={state} />
      <p className="small mute">{sentenceOn(entry, say)}</p>
      {errors.reason && <ReasonField error={errors.reason} />}
      <div className="button-row">
        <button className="btn quiet" type="submit" name="intent" value="save" disabled={isBusy}>
          Save
        </button>
      </div>
      <details className="schedule" open={Boolean(errors.publishAt || errors.unpublishAt) || undefined}>
        <summary className="btn quiet">
          <CalendarClock className="icon" aria-hidden /> {isScheduled ? "Change schedule" : "Schedule"}
        </summary>
        <div className="stack">
          <MomentField name="publishAt" label="Publish on" at={entry?.publishAt ?? null} />
          <MomentField name="unpublishAt" label="Unpublish on" at={entry?.unpublishAt ?? null} />
          <p className="hint">Time zone: {timeZone}</p>
          <div className="row">
            <button className="btn quiet" type="submit" name="intent" value="schedule" disabled={isBusy}>
              Schedule
            </button>
            {isScheduled && (
              <button className="btn quiet" type="submit" name="intent" value="unschedule" disabled={isBusy}>
                Cancel schedule
              </button>
            )}
          </div>
        </div>
      </details>
    </section>
  );
}

/** What readers see now, what they will see, and when. */
function sentenceOn(entry: EntryHead | null, say: (at: string) => string): string {
  if (!entry) return "Only staff see it until you publish it.";
  const { version, liveVersion, publishedAt, publishAt, unpublishAt } = entry;
  const later = [
    publishAt
      ? `${liveVersion ? `Version ${version} will be` : "It will be"} published ${say(publishAt)}.`
      : "",
    unpublishAt ? `It will be unpublished ${say(unpublishAt)}.` : "",
  ];
  return [readersNow(entry, publishedAt ? say(publishedAt) : ""), ...later].filter(Boolean).join(" ");
}

function readersNow({ state, version, liveVersion }: EntryHead, since: string): string {
  if (state === "archived") return "It is no longer on the site. Its address is kept for it.";
  if (liveVersion === null) return state === "scheduled" ? "" : "Only staff see it.";
  return liveVersion === version
    ? `Readers see this version.${since && ` It was first published ${since}.`}`
    : `Readers see version ${liveVersion}. You are on version ${version}.`;
}

function MomentField({ name, label, at }: { name: string; label: string; at: string | null }) {
  const { timeZone } = useLayoutData();
  const { errors } = useForm();
  return (
    <LabelledField name={name} label={label} error={errors[name]}>
      {(control) => (
        <input
          className="input"
          type="datetime-local"
          {...control}
          // Taken over anew whenever the server has another moment.
          key={at}
          defaultValue={at ? localTime(at, timeZone) : ""}
        />
      )}
    </LabelledField>
  );
}

/** Asked only while the check before publishing reports errors. */
function ReasonField({ error }: { error: string }) {
  return (
    <LabelledField name="reason" label="Reason for publishing anyway" error={error}>
      {(control) => <textarea className="input" rows={2} {...control} />}
    </LabelledField>
  );
}
