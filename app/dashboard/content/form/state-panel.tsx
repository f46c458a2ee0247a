import { CalendarClock } from "lucide-react";
import { describeMoment, localTime } from "#app/text/moments.ts";
import { Field } from "#app/ui/field.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { useFrame } from "../../shell/frame.ts";
import type { EntryHead } from "./entry-head.ts";
import { useForm } from "./form-context.ts";

/** Where the entry stands, in one sign, one word and a sentence, and what can be done about it. */
export function StatePanel({ entry, isBusy }: { entry: EntryHead | null; isBusy: boolean }) {
  const { timeZone, now } = useFrame();
  const { errors } = useForm();
  const state = entry?.state ?? "draft";
  const say = (at: string) => describeMoment(at, { timeZone, now });
  return (
    <section className="now" aria-label="State">
      <StateBadge state={state} />
      <p className="small mute">{sentenceOn(entry, say, timeZone)}</p>
      {errors.reason && <ReasonField error={errors.reason} />}
      <div className="rowb">
        {state !== "published" && (
          <button className="btn" type="submit" name="intent" value="publish" disabled={isBusy}>
            {publishWords[state]}
          </button>
        )}
        <button className="btn q" type="submit" name="intent" value="save" disabled={isBusy}>
          Save
        </button>
      </div>
      <details className="schedule" open={Boolean(errors.publishAt || errors.unpublishAt) || undefined}>
        <summary className="btn q">
          <CalendarClock className="i" aria-hidden />{" "}
          {state === "scheduled" ? "Change the schedule" : "Schedule"}
        </summary>
        <div className="stack">
          <MomentField name="publishAt" label="Goes public" at={entry?.publishAt ?? null} />
          <MomentField name="unpublishAt" label="Leaves the public" at={entry?.unpublishAt ?? null} />
          <p className="hint">Clock time in {timeZone}.</p>
          <div className="row">
            <button className="btn q" type="submit" name="intent" value="schedule" disabled={isBusy}>
              Set the schedule
            </button>
            {(entry?.publishAt || entry?.unpublishAt) && (
              <button className="btn q" type="submit" name="intent" value="unschedule" disabled={isBusy}>
                Take it back
              </button>
            )}
          </div>
        </div>
      </details>
    </section>
  );
}

const publishWords = {
  draft: "Publish",
  scheduled: "Publish now",
  changed: "Publish changes",
  archived: "Publish again",
};

function sentenceOn(entry: EntryHead | null, say: (at: string) => string, timeZone: string): string {
  if (!entry) return "Nobody sees it until it is published.";
  const { state, version, liveVersion, publishedAt, publishAt, unpublishAt } = entry;
  const ends = unpublishAt ? ` It leaves the public ${say(unpublishAt)} (${timeZone}).` : "";
  const since = publishedAt ? ` It has been public since ${say(publishedAt)}.` : "";
  switch (state) {
    case "draft":
      return "Only staff see it.";
    case "scheduled":
      return `${publishAt ? `It goes public ${say(publishAt)} (${timeZone}).` : ""}${ends}`;
    case "published":
      return `Readers see this version.${since}${ends}`;
    case "changed":
      return `Readers see version ${liveVersion}. You are on version ${version}.${ends}`;
    case "archived":
      return "It was taken from the public. Its address waits for it.";
  }
}

function MomentField({ name, label, at }: { name: string; label: string; at: string | null }) {
  const { timeZone } = useFrame();
  const { errors } = useForm();
  return (
    <Field name={name} label={label} error={errors[name]}>
      {(control) => (
        <input
          className="in"
          type="datetime-local"
          {...control}
          // Taken over anew whenever the server has another moment.
          key={at}
          defaultValue={at ? localTime(at, timeZone) : ""}
        />
      )}
    </Field>
  );
}

/** Asked only when something stands against publishing. */
function ReasonField({ error }: { error: string }) {
  return (
    <Field name="reason" label="Why publish it all the same?" error={error}>
      {(control) => <textarea className="in" rows={2} {...control} />}
    </Field>
  );
}
