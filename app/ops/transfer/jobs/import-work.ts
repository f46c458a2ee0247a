import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import type { Actor } from "#app/domain/audit/audit.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { findHintRows } from "#app/domain/content/staff-list/find-entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import {
  applyImport,
  type ImportSummary,
  keepOwnSettings,
  summarise,
} from "#app/ops/transfer/apply/apply-import.ts";
import type { ImportStep, Plan } from "#app/ops/transfer/bundle/plan.ts";
import { type ImportProblem, NotImportable } from "#app/ops/transfer/bundle/problems.ts";
import { type AnyPlan, type ImportSource, planAny } from "#app/ops/transfer/import-any.ts";
import { type MoveReport, type ReportLine, sortLines } from "#app/ops/transfer/wordpress/report.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { exportPartsIn } from "./export-parts.ts";
import { writeImportReport } from "./import-report.ts";
import { maxUnpacked } from "./imports.ts";
import { unzip } from "./unzip.ts";

/** The beginning of a list, for display, with its full length. */
interface Some<Item> {
  count: number;
  first: Item[];
}

/** Result of a dry run. */
export interface ImportFindings {
  /** Counts of the import; null if there are problems. */
  summary: ImportSummary | null;
  problems: Some<ImportProblem>;
  /** Items that exist on the site. */
  clashes: Some<ImportProblem>;
  report: Some<ReportLine>;
  /** Number of unexplained lines of the report, which a person must accept. */
  unexplained: number;
}

/** Result of an import. */
export interface ImportOutcome {
  summary: ImportSummary;
  report: Some<ReportLine>;
  /** The first entry of each kind. */
  examples: { id: string; kind: string; title: string }[];
  redirects: Some<{ from: string; to: string }>;
}

export interface ImportWork {
  /** Folder of the received files. */
  folder: string;
  replace: boolean;
  /** Number of unexplained differences that a person has accepted. */
  acceptedLosses: number;
  actor: Actor;
  now: Date;
}

export interface ImportHooks {
  onProgress(step: ImportStep, done: number, total: number): void;
  /** Runs at the end of the transaction. */
  atEnd(tx: Writing, outcome: ImportOutcome, entryIds: string[]): Promise<void>;
}

/** Checks an export without any changes. */
export async function dryRunImport(
  db: Database,
  work: Omit<ImportWork, "actor" | "acceptedLosses">,
): Promise<ImportFindings> {
  const place = await unpackReceived(work.folder);
  try {
    const planned = await planReceived(db, place, work);
    writeImportReport(work.folder, [], [], linesOf(planned.report));
    return findingsOf(planned, [], []);
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    const clashes = error.problems.filter(({ isClash }) => isClash);
    const problems = error.problems.filter(({ isClash }) => !isClash);
    if (problems.length > 0) {
      writeImportReport(work.folder, problems, clashes, []);
      return findingsOf(null, problems, clashes);
    }
    const planned = await planReceived(db, place, { ...work, replace: true });
    writeImportReport(work.folder, [], clashes, linesOf(planned.report));
    return findingsOf(planned, [], clashes);
  }
}

/**
 * Runs an import in one transaction. Throws NotImportable with the problems, and a PlainError if more differences are
 * unexplained than were accepted.
 */
export async function runImport(
  db: Database,
  store: FileStore,
  { folder, replace, acceptedLosses, actor, now }: ImportWork,
  { onProgress, atEnd }: ImportHooks,
): Promise<void> {
  const place = await unpackReceived(folder);
  const { plan, site, report, unexplained } = await planReceived(db, place, { replace, now });
  if (unexplained > acceptedLosses)
    throw new PlainError("There are unexplained differences that were not accepted. Check the file again.");
  await applyImport(db, store, plan, site, {
    actor,
    now,
    replace,
    onProgress,
    atEnd: async (tx, { summary, entryIds }) => {
      writeImportReport(folder, [], [], linesOf(report));
      await atEnd(
        tx,
        {
          summary,
          report: reportOf(report),
          examples: await readExamples(tx, plan, entryIds),
          redirects: await readRedirects(tx, plan),
        },
        entryIds,
      );
    },
  });
}

interface UnpackedImport {
  path: ImportSource;
  uploads: string | null;
}

/** Unpacks the received files. Returns the paths of the export and of the pictures of another system. */
async function unpackReceived(folder: string): Promise<UnpackedImport> {
  const [name = "", ...further] = readdirSync(folder)
    .filter((one) => /^export[-.]/.test(one))
    .sort();
  const unpack = async (archive: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true, mode: 0o700 });
    await unzip(archive, to, maxUnpacked);
    return withinOnly(to);
  };
  const pictures = join(folder, "pictures.zip");
  const uploads = existsSync(pictures) ? await unpack(pictures, join(folder, "pictures")) : null;
  const path = join(folder, name);
  if (further.length > 0) return { path: [path, ...further.map((one) => join(folder, one))], uploads };
  if (extname(name) !== ".zip") return { path, uploads };
  const inside = await unpack(path, join(folder, "unpacked"));
  const parts = exportPartsIn(inside);
  if (parts !== null) return { path: parts, uploads };
  const names = readdirSync(inside);
  // A ZIP file with a single export of another system.
  const single = names.length === 1 && /\.(xml|json)$/i.test(names[0] ?? "") ? names[0] : undefined;
  return { path: single === undefined ? inside : join(inside, single), uploads };
}

/** The only top-level folder of the ZIP file, if it contains everything. */
function withinOnly(folder: string): string {
  const inside = readdirSync(folder, { withFileTypes: true });
  const [only] = inside;
  const isAround =
    inside.length === 1 && only?.isDirectory() && !kinds.some(({ plural }) => plural === only.name);
  return isAround && only ? join(folder, only.name) : folder;
}

async function planReceived(
  db: Database,
  { path, uploads }: UnpackedImport,
  { replace, now }: Pick<ImportWork, "replace" | "now">,
): Promise<AnyPlan> {
  const planned = await withOwnRules(db, await planAny(db, path, { uploads, replace, now }));
  const people = [...(planned.plan.records?.counts ?? [])].filter(
    ([list, count]) => list !== "newsletters" && count > 0,
  );
  if (people.length === 0) return planned;
  throw new NotImportable(
    people.map(([list]) => ({
      file: list,
      line: null,
      field: "",
      message:
        "People and their messages can only be imported on the server (npm run import). Make an export without them for this screen",
    })),
  );
}

/** Keeps the current accounts, backups and mail settings of the site, and reports this. */
async function withOwnRules(db: Database, planned: AnyPlan): Promise<AnyPlan> {
  if (planned.plan.settings === null) return planned;
  // Settings from other systems are based on the current ones.
  if (planned.isOwn)
    planned.report.add(
      "Settings",
      "accounts, backups and mail",
      "Not imported here; change them in the settings, or import on the server, with npm run import",
    );
  return { ...planned, plan: await keepOwnSettings(db, planned.plan) };
}

const maxShown = 200;

/** Maximum characters of a list as JSON; three such lists are stored and shown together. */
const maxCharacters = 60_000;

function someOf<Item>(list: readonly Item[]): Some<Item> {
  const first: Item[] = [];
  let left = maxCharacters;
  for (const item of list.slice(0, maxShown)) {
    left -= JSON.stringify(item).length;
    if (left < 0) break;
    first.push(item);
  }
  return { count: list.length, first };
}

/** Findings of an import that was rejected with problems. */
export function findingsAgainst({ problems }: NotImportable, folder: string): ImportFindings {
  writeImportReport(folder, problems, [], []);
  return findingsOf(null, problems, []);
}

function findingsOf(
  planned: AnyPlan | null,
  problems: readonly ImportProblem[],
  clashes: readonly ImportProblem[],
): ImportFindings {
  return {
    summary: planned && summarise(planned.plan),
    problems: someOf(problems),
    clashes: someOf(clashes),
    report: reportOf(planned?.report ?? null),
    unexplained: planned?.unexplained ?? 0,
  };
}

function reportOf(report: MoveReport | null): Some<ReportLine> {
  return someOf(linesOf(report));
}

function linesOf(report: MoveReport | null): ReportLine[] {
  return sortLines(report?.lines ?? []);
}

const maxExamples = 5;

async function readExamples(
  db: Database,
  { entries }: Plan,
  entryIds: readonly string[],
): Promise<ImportOutcome["examples"]> {
  const chosen = kinds.flatMap((kind) =>
    entryIds.filter((_, at) => entries[at]?.kind === kind).slice(0, maxExamples),
  );
  if (chosen.length === 0) return [];
  const rows = await findHintRows(db, chosen);
  return chosen.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

async function readRedirects(db: Database, { redirects }: Plan): Promise<ImportOutcome["redirects"]> {
  const first: { from: string; to: string }[] = [];
  for (const { from } of redirects.slice(0, 20)) {
    const to = await findRedirect(db, from);
    if (to !== null) first.push({ from, to });
  }
  return { count: redirects.length, first };
}
