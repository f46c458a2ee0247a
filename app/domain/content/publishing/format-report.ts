import { DomainError } from "#app/lib/errors/domain-error.ts";

interface FormattedReport {
  done: string;
  /** Form that undoes the action. */
  undo: { intent: "undo"; values: { undo: string } };
}

/** Summary of a bulk action in one or two sentences; a DomainError if every entry was rejected. */
export function formatReport(
  did: string,
  { undo, done, refused }: BulkReport & { undo: string },
): FormattedReport {
  if (done.length === 0) throw new DomainError("invalid", formatRefused(refused));
  const what = done.length === 1 ? `“${done[0]?.title}”` : `${done.length} entries`;
  return {
    done: [`${did} ${what}.`, refused.length > 0 ? `Not changed: ${formatRefused(refused)}` : ""]
      .filter(Boolean)
      .join(" "),
    undo: { intent: "undo", values: { undo } },
  };
}

export function formatUndoReport({ done, refused }: BulkReport): { done: string } {
  const left = refused.length > 0 ? `Not undone: ${formatRefused(refused)}` : "";
  if (done.length === 0) throw new DomainError("invalid", left);
  const what = done.length === 1 ? `Undone: “${done[0]?.title}”.` : `Undone: ${done.length} entries.`;
  return { done: [what, left].filter(Boolean).join(" ") };
}

const maxNamed = 3;

/** Each reason once, with its entries: "“Rain” and “Wind”: it has been changed since." */
function formatRefused(refused: BulkReport["refused"]): string {
  const reasons = Map.groupBy(refused, ({ why }) => why);
  return [...reasons]
    .map(([why, entries]) => {
      const names = entries.flatMap(({ title }) => (title ? [`“${title}”`] : []));
      const who = nameSome(names);
      return who === "" ? capitalize(why) : `${who}: ${why}`;
    })
    .join(" ");
}

function nameSome(names: readonly string[]): string {
  const more = names.length - maxNamed;
  const shown = more > 0 ? [...names.slice(0, maxNamed), `${more} more`] : names;
  return new Intl.ListFormat("en").format(shown);
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Results of a bulk action: completed entries, and rejected ones with reasons. */
export interface BulkReport {
  done: { id: string; title: string }[];
  refused: { id: string; title: string; why: string }[];
}

/** Runs an action on each item in turn; a rejection does not stop the others. */
export async function reportEach(
  ids: readonly string[],
  work: (id: string) => Promise<{ title: string }>,
  titleOf: (id: string) => Promise<string> = async () => "",
): Promise<BulkReport> {
  const report: BulkReport = { done: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      const { title } = await work(id);
      report.done.push({ id, title });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const why = [error.message, ...Object.values(error.fields)].at(-1) ?? "";
      report.refused.push({ id, title: await titleOf(id), why });
    }
  }
  return report;
}
