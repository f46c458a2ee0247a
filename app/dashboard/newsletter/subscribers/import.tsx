import { Form, Link } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import { type ImportPlan, importSubscribers, planImport } from "#app/domain/newsletter/subscribers/import.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { formatAddresses } from "#app/ops/resources/subscribers/labels.ts";
import { readTextFile } from "#app/platform/http/bodies/read-form.ts";
import { errorIn } from "../../parts/action-result.ts";
import { type FormInput, handleAction } from "../../parts/handle-action.ts";
import type { Staff } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import type { Route } from "./+types/import.ts";

export function loader() {
  return {};
}

/** Preview of a file, then its import. */
export function action(args: Route.ActionArgs) {
  return handleAction<{ report?: ImportReport }>(args, importActions);
}

export default function ImportSubscribers({ actionData }: Route.ComponentProps) {
  const report = actionData && "report" in actionData ? actionData.report : undefined;
  const refused = errorIn(actionData);
  const isImported = report?.given === null;
  return (
    <Screen
      title="Import subscribers"
      crumbs={[{ name: "Subscribers", path: "/dashboard/call" }]}
      answer={actionData}
    >
      <div className="pad stack wide-gap">
        {isImported || (
          <ImportForm
            typed={refused?.typed ?? {}}
            errors={refused?.refusal.fields ?? {}}
            isFirst={report === undefined}
          />
        )}
        {report && <ImportReportView report={report} />}
      </div>
    </Screen>
  );
}

interface ImportFormProps {
  typed: Record<string, string>;
  errors: Record<string, string>;
  /** Whether the preview is the next step. */
  isFirst: boolean;
}

/** Form with a file or pasted addresses, and the proof of consent. */
function ImportForm({ typed, errors, isFirst }: ImportFormProps) {
  return (
    <Form method="post" encType="multipart/form-data" className="form">
      <input type="hidden" name="intent" value="look" />
      <LabelledField
        label="CSV file"
        name="file"
        error={errors.file}
        hint="Exports of Mailchimp, Ghost, Substack, listmonk, Google Contacts and Frontdesk work as they are. Addresses that have unsubscribed, bounced or complained are skipped. Up to 20,000 lines, 2 MB."
      >
        {(control) => (
          <input className="input" type="file" accept=".csv,.txt,text/csv,text/plain" {...control} />
        )}
      </LabelledField>
      <LabelledField label="Or paste addresses" name="csv" isOptional hint="One per line.">
        {(control) => (
          <textarea className="input pasted" rows={3} {...control} defaultValue={typed.csv} dir="ltr" />
        )}
      </LabelledField>
      <LabelledField
        label="Proof of consent"
        name="proof"
        isOptional
        isWide
        error={errors.proof}
        hint="Where, when and to which words, such as “Ticked ‘Send me news’ on the paper form at the book fair, 12 May 2026.” It is kept as the proof of consent for every address. Without it, everybody gets one e-mail that asks them to confirm, and nothing else until they do."
      >
        {(control) => (
          <textarea className="input" rows={3} maxLength={1000} {...control} defaultValue={typed.proof} />
        )}
      </LabelledField>
      <div className="row">
        <button className={isFirst ? "btn" : "btn quiet"} type="submit">
          Preview
        </button>
      </div>
    </Form>
  );
}

/** Result for each line of a file, before or after the import. */
function ImportReportView({
  report: { given, taken, skipped, skippedLines, newLines, notes },
}: {
  report: ImportReport;
}) {
  const out = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return (
    <section className="stack">
      <h2>
        {formatAddresses(taken)} {given ? "can be imported" : "imported"}, {out.toLocaleString("en")} skipped
      </h2>
      {out > 0 && (
        <ul>
          {Object.entries(skipped).map(([why, count]) => (
            <li key={why}>
              {count.toLocaleString("en")} skipped: {why}
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      {given ? <ConfirmImport given={given} count={taken} /> : <ImportDone />}
      {skippedLines.length > 0 && <Lines title="Skipped" lines={skippedLines} total={out} />}
      {newLines.length > 0 && (
        <details>
          <summary className="plain">
            {given ? "Show what can be imported" : "Show what was imported"}
          </summary>
          <Lines title={given ? "Can be imported" : "Imported"} lines={newLines} total={taken} />
        </details>
      )}
    </section>
  );
}

function ConfirmImport({ given, count }: { given: NonNullable<ImportReport["given"]>; count: number }) {
  const hasProof = given.proof.trim() !== "";
  return (
    <Form method="post" encType="multipart/form-data" className="stack">
      <textarea name="csv" defaultValue={given.csv} hidden />
      <textarea name="proof" defaultValue={given.proof} hidden />
      <p className="note">
        {hasProof
          ? "They are subscribed right away, with your text as the proof of their consent."
          : "You gave no proof of consent, so each address gets one e-mail that asks to confirm. These e-mails are sent slowly, one after the other."}
      </p>
      <p>
        <button className="btn" type="submit" name="intent" value="take" disabled={count === 0}>
          Import
        </button>
      </p>
    </Form>
  );
}

function ImportDone() {
  return (
    <p className="row">
      <Link className="btn quiet" to="/dashboard/call">
        View subscribers
      </Link>
      <Link className="btn quiet" to="/dashboard/call/import" reloadDocument>
        Import more
      </Link>
    </p>
  );
}

function Lines({ title, lines, total }: { title: string; lines: readonly ImportLine[]; total: number }) {
  return (
    <>
      <table className="table within">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Address</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, text, isWrong, why }) => (
            <tr key={line}>
              <td className="num mute">{line}</td>
              <td className="main wrap">{text || <span className="mute">Empty</span>}</td>
              <td className={isWrong ? "wrong" : "mute"}>{why || "New"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > lines.length && (
        <p className="hint">And {(total - lines.length).toLocaleString("en")} more.</p>
      )}
    </>
  );
}

/** Line of the file, with its result. */
interface ImportLine {
  line: number;
  text: string;
  isWrong: boolean;
  /** Empty for a new address. */
  why: string;
}

interface ImportReport {
  /** Null after the import. */
  given: { csv: string; proof: string } | null;
  /** Number of new addresses. */
  taken: number;
  /** Numbers of skipped lines by reason. */
  skipped: Record<string, number>;
  /** The first skipped lines; `newLines` has the first new ones. */
  skippedLines: ImportLine[];
  newLines: ImportLine[];
  notes: string[];
}

/** Actions of the screen: preview, then import. */
const importActions = {
  async look(sent: FormInput, { db, timeZone }: Staff) {
    const given = await readGiven(sent);
    return { done: "", report: reportOf(await planImport(db, given.csv, timeZone), given, timeZone) };
  },
  async take(sent: FormInput, { db, actionContext, timeZone }: Staff) {
    const { csv, proof } = await readGiven(sent);
    const plan = await planImport(db, csv, timeZone);
    const { mail } = await readSettings(db);
    const input = { csv, proof, perMinute: mail.newslettersPerMinute, timeZone };
    const count = await importSubscribers(db, input, actionContext);
    return { done: formatTaken(count, proof.trim() !== ""), report: reportOf(plan, null, timeZone) };
  },
};

const maxShown = 500;

function formatTaken(count: number, hasProof: boolean): string {
  return hasProof
    ? `${formatAddresses(count)} imported and subscribed.`
    : `${formatAddresses(count)} imported. Each gets an e-mail that asks to confirm.`;
}

async function readGiven(sent: FormInput): Promise<{ csv: string; proof: string }> {
  const file = sent.file("file");
  return { csv: file ? await readTextFile(file, "file") : sent.text("csv"), proof: sent.text("proof") };
}

function reportOf(plan: ImportPlan, given: ImportReport["given"], timeZone: string): ImportReport {
  const skippedLine = (line: number, text: string, why: string) => ({ line, text, isWrong: false, why });
  const left = [
    ...plan.endedInFile.map(({ line, email, ending }) => skippedLine(line, email, fileEndings[ending])),
    ...plan.ended.map(({ line, email }) => skippedLine(line, email, reasons.ended)),
    ...plan.known.map(({ line, email }) => skippedLine(line, email, reasons.known)),
  ];
  const wrong = plan.wrong.map((one) => ({ ...one, isWrong: true }));
  const dated = plan.fresh.filter(({ consentedAt }) => consentedAt !== "").length;
  return {
    given,
    taken: plan.fresh.length,
    skipped: {
      ...countBy(left.map(({ why }) => why)),
      ...countBy(wrong.map(() => "No valid address, or the same address twice")),
    },
    skippedLines: [...wrong, ...left].toSorted((one, other) => one.line - other.line).slice(0, maxShown),
    newLines: plan.fresh
      .slice(0, maxShown)
      .map(({ line, email }) => ({ line, text: email, isWrong: false, why: "" })),
    notes: [
      dated > 0
        ? `The date of consent comes from the file for ${formatAddresses(dated)}. Times without a time zone count as ${timeZone}.`
        : "",
      plan.unreadDates > 0
        ? `The date of consent of ${formatAddresses(plan.unreadDates)} can’t be read: today’s date is used. Write dates as 2026-05-12.`
        : "",
    ].filter((note) => note !== ""),
  };
}

function countBy(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const why of reasons) counts[why] = (counts[why] ?? 0) + 1;
  return counts;
}

const reasons = {
  known: "Already subscribed or pending",
  ended: "Unsubscribed, complained or bounced here: only its owner can subscribe again",
};

const fileEndings: Record<ImportPlan["endedInFile"][number]["ending"], string> = {
  unsubscribed: "Unsubscribed according to the file",
  bounced: "Bounced according to the file",
  complained: "Complained according to the file",
  "not-subscribed": "Never subscribed or confirmed according to the file",
  "unknown-status": "Status in the file is unknown",
};
