import type { ImportFindings } from "#app/imports/import-work.ts";

/** How many of each. */
export function ImportCounts({ counts }: { counts: readonly string[] }) {
  if (counts.length === 0) return <p>Nothing that isn’t here already.</p>;
  return (
    <ul className="plain-list">
      {counts.map((one) => (
        <li key={one}>{one.slice(0, 1).toUpperCase() + one.slice(1)}</li>
      ))}
    </ul>
  );
}

/** What is wrong, with its place in the file. */
export function ProblemList({ title, problems }: { title: string; problems: ImportFindings["problems"] }) {
  if (problems.count === 0) return null;
  return (
    <section className="stack">
      <h2>
        {title} <span className="total num">{problems.count.toLocaleString("en")}</span>
      </h2>
      <ul className="found-list">
        {problems.first.map(({ file, line, field, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may read the same
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

/** What another system had and this one has not. */
export function ReportList({ title, report }: { title: string; report: ImportFindings["report"] }) {
  if (report.count === 0) return null;
  return (
    <details>
      <summary className="plain">
        {title} ({report.count.toLocaleString("en")})
      </summary>
      <ul className="found-list">
        {report.first.map(({ item, what, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same
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
