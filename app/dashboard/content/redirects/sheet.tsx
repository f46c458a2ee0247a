import { Form } from "react-router";
import {
  importRedirects,
  previewRedirects,
  type RedirectImportRow,
} from "#app/domain/content/urls/redirects/import-redirects.ts";
import { spellAddress } from "#app/lib/text/plain-text.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { redirectContextOf } from "#app/ops/resources/redirects.ts";
import { readTextFile } from "#app/platform/http/bodies/read-form.ts";
import { errorIn } from "../../parts/action-result.ts";
import { type FormInput, handleAction, redirectWithFlash } from "../../parts/handle-action.ts";
import { Screen } from "../../parts/screen.tsx";
import type { Route } from "./+types/sheet.ts";

export function loader() {
  return {};
}

interface Preview {
  preview: { csv: string; rows: RedirectImportRow[] };
}

/** Preview of a file, then its import. */
export function action(args: Route.ActionArgs) {
  return handleAction<Partial<Preview>>(args, {
    preview: async (sent, staff) => {
      const csv = await readCsvOf(sent);
      return {
        done: "",
        preview: { csv, rows: await previewRedirects(staff.db, csv, redirectContextOf(staff)) },
      };
    },
    import: async (sent, staff) => {
      const rows = await importRedirects(staff.db, sent.text("csv"), redirectContextOf(staff));
      const taken = rows.filter(({ outcome }) => outcome !== "wrong").length;
      return redirectWithFlash("/dashboard/redirects?view=imported", {
        done: `${taken} of ${rows.length} redirects imported.${describeWarnings(rows)}`,
      });
    },
  });
}

/** Limits the names because the message is stored in a cookie; the list shows all. */
const maxNamed = 3;
const maxNamedLength = 120;

function describeWarnings(rows: readonly RedirectImportRow[]): string {
  const warned = rows.filter(({ warning }) => warning !== "");
  if (warned.length === 0) return "";
  const named = warned
    .slice(0, maxNamed)
    .map(({ from, warning }) => ` ${cut(spellAddress(from))}: ${cut(warning)}`);
  const more = warned.length - named.length;
  return `${named.join("")}${more > 0 ? ` And ${more} more: the list shows which.` : ""}`;
}

function cut(text: string): string {
  return text.length > maxNamedLength ? `${text.slice(0, maxNamedLength)}…` : text;
}

async function readCsvOf(sent: FormInput): Promise<string> {
  const file = sent.file("file");
  return file ? (await readTextFile(file, "file")).slice(0, 1_000_000) : sent.text("csv").slice(0, 1_000_000);
}

export default function Sheet({ actionData }: Route.ComponentProps) {
  const preview = actionData && "preview" in actionData ? actionData.preview : undefined;
  const error = errorIn(actionData)?.refusal.fields.file;
  return (
    <Screen
      title="Import redirects"
      crumbs={[{ name: "Redirects", path: "/dashboard/redirects" }]}
      answer={preview ? undefined : actionData}
    >
      <div className="pad stack">
        <Form method="post" encType="multipart/form-data" className="form">
          <input type="hidden" name="intent" value="preview" />
          <LabelledField
            label="CSV file"
            name="file"
            error={error}
            hint="Two columns: the old address, and the target: a path, an https address, or “blog: Title”. Exports of WordPress’s Redirection plugin work as they are."
          >
            {(control) => <input className="input" type="file" accept=".csv,text/csv" {...control} />}
          </LabelledField>
          <div className="row">
            <button className={preview ? "btn quiet" : "btn"} type="submit">
              Preview
            </button>
          </div>
        </Form>
        {preview && <PreviewTable {...preview} />}
      </div>
    </Screen>
  );
}

const words = { new: "New", replaces: "Replaces another", wrong: "Skipped" };

function PreviewTable({ csv, rows }: Preview["preview"]) {
  const good = rows.filter(({ outcome }) => outcome !== "wrong").length;
  const reasons = Map.groupBy(
    rows.filter(({ outcome }) => outcome === "wrong"),
    ({ reason }) => reason,
  );
  return (
    <section className="stack">
      <h2>
        {good} of {rows.length} can be imported
      </h2>
      {reasons.size > 0 && (
        <ul>
          {[...reasons].slice(0, 10).map(([reason, skipped]) => (
            <li key={reason}>
              {skipped.length.toLocaleString("en")} skipped: {reason}
            </li>
          ))}
        </ul>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="import" />
        <textarea name="csv" defaultValue={csv} hidden />
        <button className="btn" type="submit" disabled={good === 0}>
          Import
        </button>
      </Form>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Old address</th>
            <th scope="col">Redirect to</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 200).map((row) => (
            <tr key={row.line}>
              <td className="num">{row.line}</td>
              <td className="wrap">{row.from}</td>
              <td className="wrap">{row.to}</td>
              <td className={row.outcome === "wrong" ? "wrong" : ""}>
                {words[row.outcome]}
                {row.reason && <small>{row.reason}</small>}
                {row.warning && <small>{row.warning}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > 200 && <p className="hint">And {rows.length - 200} more lines.</p>}
    </section>
  );
}
