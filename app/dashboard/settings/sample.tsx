import { Form } from "react-router";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { formatExactCount } from "#app/lib/text/counts.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { findSampleContent, removeSample, restoreSample } from "#app/ops/sample/sample-content.ts";
import { write } from "#app/platform/database/database.ts";
import { errorIn } from "../parts/action-result.ts";
import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/sample.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const found = await findSampleContent(db);
  return {
    entries: found.entries.length,
    edited: found.edited,
    files: found.files.length,
    filesInUse: found.filesInUse,
    hasSettings: found.hasSettings,
  };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    remove: async (sent, { db, actionContext }) => {
      if (sent.text("word").trim().toLowerCase() !== "remove")
        throw new DomainError("invalid", "Nothing removed.", { fields: { word: "Type the word remove" } });
      const { entries, version } = await write(db, (tx) => removeSample(tx, actionContext));
      const values = { at: actionContext.now.toISOString(), version: String(version ?? "") };
      return {
        done: `Sample content removed. In the trash now: ${formatExactCount(entries, "entry", "entries")}.`,
        undo: { intent: "back", values },
      };
    },
    back: async (sent, { db, actionContext }) => {
      const version = /^\d{1,9}$/.test(sent.text("version")) ? Number(sent.text("version")) : null;
      await write(db, (tx) => restoreSample(tx, sent.text("at"), version, actionContext));
      return { done: "Sample content restored." };
    },
  });
}

export default function Sample({ loaderData: page, actionData }: Route.ComponentProps) {
  const hasSample = page.entries > 0 || page.files > 0 || page.hasSettings;
  const error = errorIn(actionData)?.refusal.fields.word;
  return (
    <Screen
      title="Sample content"
      crumbs={[{ name: "Settings", path: "/dashboard/settings" }]}
      answer={actionData}
    >
      <div className="pad stack wide-gap">
        {!hasSample && <p>There is no sample content left.</p>}
        {hasSample && <p>The sample company and all its people are invented.</p>}
        {hasSample && <RemovedContent {...page} />}
        <RemainingContent {...page} />
        {hasSample && (
          <Form method="post" className="form">
            <input type="hidden" name="intent" value="remove" />
            <LabelledField label="Type “remove” to confirm" name="word" error={error}>
              {(control) => <input className="input" {...control} autoComplete="off" />}
            </LabelledField>
            <div className="row">
              <button className="btn quiet bad" type="submit">
                Remove sample content
              </button>
            </div>
          </Form>
        )}
      </div>
    </Screen>
  );
}

type Page = Route.ComponentProps["loaderData"];

function RemovedContent({ entries, files, hasSettings }: Page) {
  return (
    <section>
      <h2>What is removed</h2>
      <ul className="plain-list">
        {entries > 0 && (
          <li>
            {formatExactCount(entries, "entry", "entries")} that nobody has edited, to be kept in the trash
            for 30 days.
          </li>
        )}
        {files > 0 && (
          <li>
            {formatExactCount(files, "picture", "pictures")} not used anywhere, to be moved to the trash too.
          </li>
        )}
        {hasSettings && <li>Settings that still have their sample text.</li>}
      </ul>
    </section>
  );
}

function RemainingContent({ edited, filesInUse }: Page) {
  return (
    <section>
      <h2>What stays</h2>
      <ul className="plain-list">
        {edited > 0 && (
          <li>{formatExactCount(edited, "sample entry", "sample entries")} that somebody has edited.</li>
        )}
        {filesInUse > 0 && (
          <li>
            {formatExactCount(filesInUse, "sample picture", "sample pictures")} in use, also by entries in the
            trash. Come back when the trash is empty.
          </li>
        )}
        <li>Categories. Delete them on their own screens.</li>
        <li>Everything you wrote and every setting you changed.</li>
      </ul>
    </section>
  );
}
