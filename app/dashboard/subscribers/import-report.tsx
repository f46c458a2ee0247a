import { Form, Link } from "react-router";
import type { ImportLine, ImportReport } from "./take-import.ts";
import { sayAddresses } from "./words.ts";

/** What would become of each line of a file or, once it is taken, what became of it. */
export function ImportReportView({ report: { given, counts, leftOut, fresh } }: { report: ImportReport }) {
  const out = counts.known + counts.ended + counts.wrong;
  return (
    <section className="stack">
      <h2 className="t">
        {sayAddresses(counts.fresh)} {given ? "can be imported" : "imported"}, {out.toLocaleString("en")}{" "}
        skipped
      </h2>
      {given ? <Take given={given} count={counts.fresh} /> : <After />}
      {leftOut.length > 0 && <Lines title="Skipped" lines={leftOut} total={out} />}
      {fresh.length > 0 && (
        <details>
          <summary className="plain">
            {given ? "Show what can be imported" : "Show what was imported"}
          </summary>
          <Lines title={given ? "Can be imported" : "Imported"} lines={fresh} total={counts.fresh} />
        </details>
      )}
    </section>
  );
}

function Take({ given, count }: { given: NonNullable<ImportReport["given"]>; count: number }) {
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

function After() {
  return (
    <p className="row">
      <Link className="btn q" to="/dashboard/call">
        View subscribers
      </Link>
      <Link className="btn q" to="/dashboard/call/import" reloadDocument>
        Import more
      </Link>
    </p>
  );
}

function Lines({ title, lines, total }: { title: string; lines: readonly ImportLine[]; total: number }) {
  return (
    <>
      <table className="tb within">
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Address</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, text, outcome, why }) => (
            <tr key={line}>
              <td className="num mute">{line}</td>
              <td className="main wrap">{text || <span className="mute">Empty</span>}</td>
              <td className={outcome === "wrong" ? "wrong" : "mute"}>{why || "New"}</td>
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
