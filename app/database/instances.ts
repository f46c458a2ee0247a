import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Database } from "./database.ts";
import { pollMs } from "./engines/engine.ts";
import type { InstanceTable } from "./schema.ts";

/** What an instance says of itself. */
export interface InstanceFacts {
  /** Machine and port, for people. */
  name: string;
  version: string;
  /** Where its files are, for people. */
  files: string;
  /** The same for all that have the same files. */
  filesMark: string;
}

export interface RunningInstance extends Omit<InstanceTable, "files_mark"> {
  filesMark: string;
  /** The one that answers. */
  isThis: boolean;
}

const everyMs = 10_000;
/** Who has not been seen for so long runs no more, or can't reach the database. */
const aliveMs = 45_000;
const dayMs = 86_400_000;

/**
 * Says every ten seconds that this instance runs, until it is stopped; then it is gone for the others as well.
 * @param log is told what is wrong between the instances, once until it changes
 */
export function announceInstance(
  db: Database,
  facts: InstanceFacts,
  log: (line: string) => void,
  onError: (error: unknown) => void,
): Repeated {
  let told = "";
  const look = async () => {
    await keepSeen(db, facts);
    const lines = describeInstances(await listInstances(db));
    const line = lines.join(" ");
    if (line !== told && line !== "") log(line);
    told = line;
  };
  const rounds = repeat(look, everyMs, onError);
  return {
    async stop() {
      await rounds.stop();
      await db.query
        .deleteFrom("instances")
        .where("id", "=", db.changes.instance)
        .execute()
        .catch(() => {});
    },
  };
}

async function keepSeen(
  { query, changes, dialect }: Database,
  { name, version, files, filesMark }: InstanceFacts,
): Promise<void> {
  const { way, lagMs } = changes.readStatus();
  const seen = { seen_at: dialect.momentIn(0), listens_by: way, lag_ms: lagMs };
  await query
    .insertInto("instances")
    .values({
      id: changes.instance,
      name,
      version,
      files,
      files_mark: filesMark,
      started_at: dialect.momentIn(0),
      ...seen,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(seen))
    .execute();
  await query.deleteFrom("instances").where("seen_at", "<", dialect.momentIn(-dayMs)).execute();
}

/** Those that run on this database, by name. */
export async function listInstances({ query, changes, dialect }: Database): Promise<RunningInstance[]> {
  const rows = await query
    .selectFrom("instances")
    .selectAll()
    .where("seen_at", ">", dialect.momentIn(-aliveMs))
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(({ files_mark, ...row }) => ({
    ...row,
    filesMark: files_mark,
    isThis: row.id === changes.instance,
  }));
}

/** What whoever runs the site should know of its instances, in sentences; none when all is well. */
export function describeInstances(instances: readonly RunningInstance[]): string[] {
  const places = new Set(instances.map(({ filesMark }) => filesMark));
  const versions = new Set(instances.map(({ version }) => version));
  const pooled = instances.filter(({ listens_by }) => listens_by === "polling");
  return [
    ...(places.size > 1
      ? [
          `Instances have files of their own (${instances.map(({ name, files }) => `${name}: ${files}`).join("; ")}), so that pictures of one are missing on another: set FILES_URL to the same place for all, or share one folder.`,
        ]
      : []),
    ...(versions.size > 1 ? [`Instances run different versions: ${[...versions].join(", ")}.`] : []),
    ...(pooled.length > 0
      ? [
          `A connection pooler stands before PostgreSQL for ${pooled.map(({ name }) => name).join(", ")}: changes of others are read every ${pollMs} ms.`,
        ]
      : []),
  ];
}
