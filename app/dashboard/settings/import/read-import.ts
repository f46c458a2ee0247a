import { kinds } from "#app/domain/content/kinds.ts";
import { countImported } from "#app/ops/transfer/apply/apply-import.ts";
import { countReport, findReported } from "#app/ops/transfer/jobs/import-report.ts";
import type { ImportFindings, ImportOutcome } from "#app/ops/transfer/jobs/import-work.ts";
import {
  findActiveImport,
  findLatestImport,
  type ImportRow,
  maxExportBytes,
  maxUploadsBytes,
  movingStates,
} from "#app/ops/transfer/jobs/imports.ts";
import { unexplainedLine } from "#app/ops/transfer/wordpress/report.ts";
import type { Database } from "#app/platform/database/database.ts";

/** State of an import, as its screen shows it. */
export interface ImportOnScreen {
  id: string;
  state: ImportRow["state"];
  isRunning: boolean;
  fileName: string;
  bytes: number;
  pictures: { name: string; bytes: number } | null;
  startedAt: string;
  changedAt: string;
  backsUp: boolean;
  backedUpAt: string | null;
  step: string;
  done: number;
  total: number;
  problem: string;
  findings: (Omit<ImportFindings, "summary" | "unexplained"> & FindingsInWords) | null;
  outcome: (Omit<ImportOutcome, "summary" | "examples"> & ImportedRecords) | null;
}

interface FindingsInWords {
  counts: string[] | null;
  /** Number of unexplained differences in a sentence; empty without any. */
  losses: string;
}

interface ImportedRecords {
  counts: string[];
  replaced: number;
  lists: { label: string; path: string; count: number; examples: { title: string; path: string }[] }[];
}

export type ImportScreen = Awaited<ReturnType<typeof readImportScreen>>;

/** Reads the newest import unless it was dismissed, and the upload limits. */
export async function readImportScreen(db: Database) {
  const row = await findLatestImport(db);
  return {
    current: row && present(row),
    reportLines: row === null ? 0 : await countReport(db, row.id),
    /** Report of a dismissed import, which stays available. */
    formerReport: row === null ? await findReported(db) : null,
    mayUpload: (await findActiveImport(db)) === null,
    maxExportBytes,
    maxUploadsBytes,
  };
}

function present(row: ImportRow): ImportOnScreen {
  return {
    id: row.id,
    state: row.state,
    isRunning: movingStates.includes(row.state),
    fileName: row.file_name,
    bytes: row.bytes,
    pictures: row.pictures_name === null ? null : { name: row.pictures_name, bytes: row.pictures_bytes },
    startedAt: row.created_at,
    changedAt: row.updated_at,
    backsUp: row.backs_up === 1,
    backedUpAt: row.backed_up_at,
    step: row.step,
    done: row.done,
    total: row.total,
    problem: row.problem,
    findings: readFindings(row.findings),
    outcome: readOutcome(row.outcome),
  };
}

function readFindings(json: string): ImportOnScreen["findings"] {
  if (json === "") return null;
  // Only our own job writes this column.
  const { summary, unexplained, ...findings } = JSON.parse(json) as ImportFindings;
  const losses = unexplained > 0 ? unexplainedLine(unexplained) : "";
  return { ...findings, counts: summary && countImported(summary), losses };
}

function readOutcome(json: string): ImportOnScreen["outcome"] {
  if (json === "") return null;
  // Only our own job writes this column.
  const { summary, examples, ...outcome } = JSON.parse(json) as ImportOutcome;
  const lists = kinds.flatMap((kind) => {
    const count = summary.entries[kind.name] ?? 0;
    if (count === 0) return [];
    const ofKind = examples.filter((one) => one.kind === kind.name);
    return {
      label: kind.label.many,
      path: `/dashboard/${kind.dashboard.list}`,
      count,
      examples: ofKind.map(({ id, title }) => ({ title, path: `/dashboard/${kind.dashboard.edit}/${id}` })),
    };
  });
  return { ...outcome, counts: countImported(summary), replaced: summary.replaced, lists };
}
