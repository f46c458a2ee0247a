import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock3 from "lucide-react/icons/clock-3";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { type ReactNode, useEffect, useState } from "react";
import { Form, Link } from "react-router";
import { formatBytes, formatCount, formatExactCount } from "#app/lib/text/counts.ts";
import type { ImportFindings } from "#app/ops/transfer/jobs/import-work.ts";
import { Badge, type BadgeLook } from "../../parts/badge.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Fact } from "../../parts/screen.tsx";
import type { ImportOnScreen } from "./read-import.ts";

/** State of an import: badge, sentence, progress bar and actions. */
export function ImportState({ current, reportLines }: { current: ImportOnScreen; reportLines: number }) {
  const { state, fileName, bytes, pictures, startedAt, problem, findings } = current;
  // Without a backup this state only waits for the import to start.
  const { word, badge } = words[state === "backing-up" && !current.backsUp ? "importing" : state];
  const hasFailed = state === "refused" || state === "failed";
  const timeLeft = useTimeLeft(current);
  return (
    <section className="stack import-state" aria-label="State of the import">
      <Badge {...badge}>{word}</Badge>
      {current.isRunning && <ProgressBar current={current} />}
      <p role="status" aria-live="polite" className={hasFailed ? "wrong" : undefined}>
        {sentenceOf(current)}
      </p>
      {current.isRunning && timeLeft && <p className="hint">{timeLeft}</p>}
      {problem && <p className="wrong wrap">{problem}</p>}
      <dl className="facts">
        <Fact name="File">
          {fileName} <span className="mute">({formatBytes(bytes)})</span>
        </Fact>
        <Fact name="Pictures">
          {pictures ? (
            <>
              {pictures.name} <span className="mute">({formatBytes(pictures.bytes)})</span>
            </>
          ) : (
            <span className="mute">None</span>
          )}
        </Fact>
        <Fact name="Uploaded">
          <Moment at={startedAt} />
        </Fact>
      </dl>
      {findings && hasFailed && <ProblemList title="Problems in the file" problems={findings.problems} />}
      {state === "ready" && findings && <Confirm id={current.id} findings={findings} />}
      <OutcomeView current={current} />
      {reportLines > 0 && !current.isRunning && (
        <p>
          <Link to="/dashboard/settings/import/report">Full report ({formatCount(reportLines, "line")})</Link>
          , to read here or to download
        </p>
      )}
      <ImportActions current={current} />
    </section>
  );
}

const words: Record<ImportOnScreen["state"], { word: string; badge: BadgeLook }> = {
  checking: { word: "Checking", badge: { Icon: Clock3, tone: "waiting" } },
  ready: { word: "Ready to import", badge: { Icon: CircleCheck, tone: "good" } },
  refused: { word: "Can’t be imported", badge: { Icon: TriangleAlert, tone: "wrong" } },
  "backing-up": { word: "Backing up", badge: { Icon: Clock3, tone: "waiting" } },
  importing: { word: "Importing", badge: { Icon: Clock3, tone: "waiting" } },
  indexing: { word: "Almost done", badge: { Icon: Clock3, tone: "waiting" } },
  done: { word: "Imported", badge: { Icon: CircleCheck, tone: "good" } },
  failed: { word: "Not imported", badge: { Icon: TriangleAlert, tone: "wrong" } },
  interrupted: { word: "Interrupted", badge: { Icon: Ban, tone: "wrong" } },
  discarded: { word: "Discarded", badge: { Icon: Ban, tone: "still" } },
};

function ProgressBar({ current: { done, total } }: { current: ImportOnScreen }) {
  return total > 0 ? (
    <progress value={done} max={total} aria-label="Progress" />
  ) : (
    <progress aria-label="Progress" />
  );
}

function sentenceOf({ state, step, done, total, findings, backsUp, outcome }: ImportOnScreen): string {
  const part = total > 0 ? `${Math.floor((100 * done) / total)} %` : "";
  switch (state) {
    case "checking":
      return "The file is being checked. Nothing is changed.";
    case "ready":
      return "Nothing is changed yet.";
    case "refused":
      return findings
        ? "Nothing was changed. Correct the file and upload it again."
        : "The file could not be read. Nothing was changed.";
    case "backing-up":
      return backsUp
        ? "A backup is made and verified first. Then the import starts automatically; you can leave this page."
        : "It starts in a moment.";
    case "importing":
      if (step === "files") return `Preparing and storing pictures and documents: ${part}.`;
      if (step === "entries") return `Preparing the entries: ${part}. The site works as usual.`;
      if (step === "keeping") return "Saving everything in one transaction.";
      return "The import is starting. You can leave this page.";
    case "indexing":
      return `Everything is imported. Search is being updated${part && `: ${part}`}.`;
    case "done":
      return outcome !== null && outcome.report.count > 0
        ? `Imported with ${formatCount(outcome.report.count, "change")}.`
        : "Everything was imported.";
    case "failed":
      return "Nothing was changed.";
    case "interrupted":
      return "The server stopped during the import. Nothing was changed, and no partial data is left.";
    case "discarded":
      return "Nothing was changed.";
  }
}

type Findings = NonNullable<ImportOnScreen["findings"]>;

/** Preview of an import, its problems and the button that starts it. */
function Confirm({ id, findings: { counts, clashes, report, losses } }: { id: string; findings: Findings }) {
  const clashing = clashes.count > 0;
  return (
    <>
      {losses && <p className="wrong">{losses}</p>}
      <h2>To be imported</h2>
      <ImportCounts counts={counts ?? []} />
      {clashing && <ProblemList title="Already on the site" problems={clashes} />}
      <ReportList title="Will be adjusted" report={report} />
      <Form method="post" className="stack confirm-import">
        <input type="hidden" name="id" value={id} />
        {clashing && (
          <label className="check">
            <input type="checkbox" name="replaces" required />
            <span>
              Replace what the site has already. Entries get a new version, which is published where they are;
              the older ones stay in their history. Pictures that are not in the upload are kept from an
              earlier import; the list above names those that can’t be found.
            </span>
          </label>
        )}
        {losses && (
          <label className="check">
            <input type="checkbox" name="acceptsLosses" required />
            <span>
              Import although these differences are unexplained. They are the first lines of the list above.
            </span>
          </label>
        )}
        <label className="check">
          <input type="checkbox" name="backsUp" defaultChecked />
          <span>
            Make a backup first. An import can’t be undone here: to go back, this backup is restored on the
            server with npm run restore.
          </span>
        </label>
        <div className="row">
          <button className="btn" type="submit" name="intent" value="begin">
            Import
          </button>
          <button className="btn quiet" type="submit" name="intent" value="drop" formNoValidate>
            Discard
          </button>
        </div>
      </Form>
    </>
  );
}

/** Actions for a finished import. */
function ImportActions({ current: { id, state } }: { current: ImportOnScreen }) {
  const buttons: ReactNode[] = [];
  if (state === "interrupted" || state === "failed")
    buttons.push(
      <button key="again" className="btn" type="submit" name="intent" value="again">
        Check again
      </button>,
    );
  if (state === "interrupted" || state === "failed" || state === "refused" || state === "done")
    buttons.push(
      <button key="drop" className="btn quiet" type="submit" name="intent" value="drop">
        Close
      </button>,
    );
  if (buttons.length === 0) return null;
  return (
    <Form method="post" className="row">
      <input type="hidden" name="id" value={id} />
      {buttons}
      {state === "done" && (
        <Link className="btn quiet" to="/dashboard/backups">
          Backups
        </Link>
      )}
    </Form>
  );
}

/** Result of an import: counts, links to the new entries, and redirects. */
function OutcomeView({ current: { outcome, backedUpAt } }: { current: ImportOnScreen }) {
  if (!outcome) return null;
  const { counts, replaced, lists, redirects, report } = outcome;
  return (
    <>
      <h2>Imported</h2>
      <ImportCounts counts={counts} />
      {replaced > 0 && <p>{replaced.toLocaleString("en")} of them replaced what was there.</p>}
      {lists.map(({ label, path, count, examples }) => (
        <p key={path} className="wrap">
          <Link to={path}>{label}</Link>:{" "}
          {examples.map((one, at) => (
            <span key={one.path}>
              {at > 0 && ", "}
              <Link className="plain" to={one.path}>
                {one.title}
              </Link>
            </span>
          ))}
          {count > examples.length && ` and ${(count - examples.length).toLocaleString("en")} more`}
        </p>
      ))}
      {redirects.count > 0 && (
        <details>
          <summary className="plain">
            Redirects from former addresses ({redirects.count.toLocaleString("en")})
          </summary>
          <ul className="found-list">
            {redirects.first.map(({ from, to }) => (
              <li key={from}>
                <b className="wrap">{from}</b>
                <small className="wrap">to {to}</small>
              </li>
            ))}
          </ul>
          <p>
            <Link to="/dashboard/redirects">All redirects</Link>
          </p>
        </details>
      )}
      <ReportList title="Adjusted during the import" report={report} />
      <p className="note">
        {backedUpAt ? (
          <>
            To undo all of it, restore the <Link to="/dashboard/backups">backup</Link> of{" "}
            <Moment at={backedUpAt} inSentence /> on the server.
          </>
        ) : (
          "No backup was made first."
        )}{" "}
        New entries can be moved to the trash.{" "}
        {replaced > 0 &&
          "Those that replaced an entry must not: restore the former version from the history of each."}
      </p>
    </>
  );
}

/** Number of records of each type. */
function ImportCounts({ counts }: { counts: readonly string[] }) {
  if (counts.length === 0) return <p>Nothing new.</p>;
  return (
    <ul className="plain-list">
      {counts.map((one) => (
        <li key={one}>{one.slice(0, 1).toUpperCase() + one.slice(1)}</li>
      ))}
    </ul>
  );
}

/** Problems with their places in the file. */
function ProblemList({ title, problems }: { title: string; problems: ImportFindings["problems"] }) {
  if (problems.count === 0) return null;
  return (
    <section className="stack">
      <h2>
        {title} <span className="total num">{problems.count.toLocaleString("en")}</span>
      </h2>
      <ul className="found-list">
        {problems.first.map(({ file, line, field, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may have the same text
          <li key={at}>
            <b className="wrap">{message}</b>
            <small className="wrap">{[file, line && `line ${line}`, field].filter(Boolean).join(", ")}</small>
          </li>
        ))}
      </ul>
      <More count={problems.count} shown={problems.first.length} />
    </section>
  );
}

/** Content of another system that has no equivalent here. */
function ReportList({ title, report }: { title: string; report: ImportFindings["report"] }) {
  if (report.count === 0) return null;
  return (
    <details>
      <summary className="plain">
        {title} ({report.count.toLocaleString("en")})
      </summary>
      <ul className="found-list">
        {report.first.map(({ item, what, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same text
          <li key={at}>
            <b className="wrap">
              {item}: {what}
            </b>
            <small className="wrap">{why}.</small>
          </li>
        ))}
      </ul>
      <More count={report.count} shown={report.first.length} />
    </details>
  );
}

function More({ count, shown }: { count: number; shown: number }) {
  if (count <= shown) return null;
  return <p className="hint">And {(count - shown).toLocaleString("en")} more.</p>;
}

/** Progress of a step; `at` is the time of the reading in milliseconds. */
interface ProgressReading {
  step: string;
  done: number;
  total: number;
  at: number;
}

/** Minimum time between readings for an estimate. */
const minElapsedMs = 5000;

/** Estimated milliseconds until a step ends, from two readings; null when they allow no estimate. */
export function timeLeftOf(first: ProgressReading, last: ProgressReading): number | null {
  const elapsed = last.at - first.at;
  const done = last.done - first.done;
  if (first.step !== last.step || first.total !== last.total || done <= 0 || elapsed < minElapsedMs)
    return null;
  return ((last.total - last.done) * elapsed) / done;
}

/** "About 4 minutes left in this step." */
export function formatTimeLeft(ms: number): string {
  if (ms < 60_000) return "Less than a minute left in this step.";
  const minutes = Math.round(ms / 60_000);
  if (minutes < 100) return `About ${formatExactCount(minutes, "minute")} left in this step.`;
  return `About ${Math.round(minutes / 60)} hours left in this step.`;
}

/** Estimated rest of the current step as a sentence; empty until there are two readings. */
function useTimeLeft({ step, done, total }: Omit<ProgressReading, "at">): string {
  const [readings, setReadings] = useState<{ first: ProgressReading; last: ProgressReading } | null>(null);
  useEffect(() => {
    const last = { step, done, total, at: performance.now() };
    setReadings((before) => {
      const isSame = before?.first.step === step && before.first.total === total && before.last.done <= done;
      return { first: isSame ? before.first : last, last };
    });
  }, [step, done, total]);
  const ms = readings && readings.last.step === step ? timeLeftOf(readings.first, readings.last) : null;
  return ms === null ? "" : formatTimeLeft(ms);
}
