import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { countReport, findReported } from "#app/imports/import-report.ts";
import type { ImportFindings, ImportOutcome } from "#app/imports/import-work.ts";
import {
  findActiveImport,
  findLatestImport,
  type ImportRow,
  mostExportBytes,
  mostUploadsBytes,
  movingStates,
} from "#app/imports/imports.ts";
import { countImported } from "#app/transfer/apply/apply-import.ts";
import { unexplainedLine } from "#app/transfer/wordpress/report.ts";

/** How an import stands, as its screen shows it. */
export interface ImportOnScreen {
  id: string;
  state: ImportRow["state"];
  isMoving: boolean;
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
  outcome: (Omit<ImportOutcome, "summary" | "examples"> & ImportedThings) | null;
}

interface FindingsInWords {
  counts: string[] | null;
  /** The number of unexplained differences in a sentence; empty without one. */
  losses: string;
}

interface ImportedThings {
  counts: string[];
  replaced: number;
  lists: { label: string; path: string; count: number; examples: { title: string; path: string }[] }[];
}

export type ImportScreen = Awaited<ReturnType<typeof readImportScreen>>;

/** The newest import, unless it was put away, and what one may bring. */
export async function readImportScreen(db: Database) {
  const row = await findLatestImport(db);
  return {
    current: row && present(row),
    reportLines: row === null ? 0 : await countReport(db, row.id),
    /** Of one that was put away: what there was to say of it is still kept. */
    formerReport: row === null ? await findReported(db) : null,
    mayUpload: (await findActiveImport(db)) === null,
    mostExportBytes,
    mostUploadsBytes,
  };
}

function present(row: ImportRow): ImportOnScreen {
  return {
    id: row.id,
    state: row.state,
    isMoving: movingStates.includes(row.state),
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
