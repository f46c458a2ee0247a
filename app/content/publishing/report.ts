import { DomainError } from "#app/platform/domain-error.ts";

/** What became of each of several things: done, or refused and why. */
export interface BulkReport {
  done: { id: string; title: string }[];
  refused: { id: string; title: string; why: string }[];
}

/** Does the same to each, one after the other; a refusal stops none of the others. */
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
