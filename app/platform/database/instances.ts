import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Database } from "./database.ts";
import { pollMs } from "./engines/engine.ts";
import type { InstanceTable } from "./schema.ts";

/** Description of an instance. */
export interface InstanceFacts {
  /** Machine and port. */
  name: string;
  version: string;
  /** Location of its files, for display. */
  files: string;
  /** Identifies the file store; equal for instances that share one. */
  filesMark: string;
}

export interface RunningInstance extends Omit<InstanceTable, "files_mark"> {
  filesMark: string;
  /** The current instance. */
  isThis: boolean;
}

const everyMs = 10_000;
/** Age of the last report after which an instance counts as stopped. */
const aliveMs = 45_000;
const dayMs = 86_400_000;

/**
 * Reports this instance every ten seconds until it is stopped, then removes it.
 * @param log receives the problems between instances, whenever they change
 */
export function announceInstance(
  db: Database,
  facts: InstanceFacts,
  log: (line: string) => void,
  onError: (error: unknown) => void,
): PeriodicTask {
  let logged = "";
  const report = async () => {
    await saveInstance(db, facts);
    const lines = describeInstances(await listInstances(db));
    const line = lines.join(" ");
    if (line !== logged && line !== "") log(line);
    logged = line;
  };
  const reports = repeat(report, everyMs, onError);
  return {
    async stop() {
      await reports.stop();
      await db.query
        .deleteFrom("instances")
        .where("id", "=", db.changes.instance)
        .execute()
        .catch(() => {});
    },
  };
}

async function saveInstance(
  { query, changes, dialect }: Database,
  { name, version, files, filesMark }: InstanceFacts,
): Promise<void> {
  const { way, lagMs } = changes.readStatus();
  const seen = { seen_at: dialect.timestampIn(0), listens_by: way, lag_ms: lagMs };
  await query
    .insertInto("instances")
    .values({
      id: changes.instance,
      name,
      version,
      files,
      files_mark: filesMark,
      started_at: dialect.timestampIn(0),
      ...seen,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(seen))
    .execute();
  await query.deleteFrom("instances").where("seen_at", "<", dialect.timestampIn(-dayMs)).execute();
}

/** Lists the running instances of this database by name. */
export async function listInstances({ query, changes, dialect }: Database): Promise<RunningInstance[]> {
  const rows = await query
    .selectFrom("instances")
    .selectAll()
    .where("seen_at", ">", dialect.timestampIn(-aliveMs))
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(({ files_mark, ...row }) => ({
    ...row,
    filesMark: files_mark,
    isThis: row.id === changes.instance,
  }));
}

/** Describes problems between instances for the deployer; empty without problems. */
export function describeInstances(instances: readonly RunningInstance[]): string[] {
  const fileStores = new Set(instances.map(({ filesMark }) => filesMark));
  const versions = new Set(instances.map(({ version }) => version));
  const pooled = instances.filter(({ listens_by }) => listens_by === "polling");
  return [
    ...(fileStores.size > 1
      ? [
          `Instances use separate file stores (${instances.map(({ name, files }) => `${name}: ${files}`).join("; ")}), so pictures of one are missing on another: set FILES_URL to the same store for all, or share one folder.`,
        ]
      : []),
    ...(versions.size > 1 ? [`Instances run different versions: ${[...versions].join(", ")}.`] : []),
    ...(pooled.length > 0
      ? [
          `A connection pooler is in front of PostgreSQL for ${pooled.map(({ name }) => name).join(", ")}: changes of other instances are read every ${pollMs} ms.`,
        ]
      : []),
  ];
}
