import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenDatabase, openReadOnlyUnchecked } from "../../app/platform/database/open.ts";
import { testSecret } from "../../tests/support/database.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { preferMemory } from "../../tests/support/quick-disk.ts";
import { signInAt } from "../../tests/support/signed-in.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { makePlace, type Place, pause } from "./support/place.ts";
import { sendMessage } from "./support/traffic.ts";

/**
 * `npm run faults:imports [kills] [minutes]`: kills the site at random moments of an import; on PostgreSQL, the one of two
 * instances that has the file. Expects a complete import or none, the matching state on the screen, no lost acknowledged
 * message, and a working retry.
 */
const kills = Number(process.argv[2] ?? 30);
/** Both engines run at once; the time limit may end the run before all kills. */
const minutes = Number(process.argv[3] ?? 60);
const posts = 200;
const admin = { email: "rahima@kolpona.example", password: "seven green mango crates" };
const screen = "/dashboard/settings/import";

interface Session {
  cookie: string;
  since: number;
}

const sessions = new Map<Place, Session>();

preferMemory();
const server = await needPostgres();
let hasPassed = true;
const rows = await Promise.all(
  (["sqlite", "postgres"] as const).map(async (engine) => {
    await using place = await makePlace(engine, server.url);
    return await killImports({ ...place, databaseUrl: withConnectTimeout(place.databaseUrl) });
  }),
).finally(() => server.stop());
const head = [
  "engine",
  "kills",
  "nothing imported",
  "all imported",
  "partial",
  "retried",
  "acknowledged messages",
  "lost",
];
const text = table(head, rows);
process.stdout.write(`${text}\n`);
writeResults([
  {
    name: "import-faults",
    title: `Imports of ${posts} posts in the dashboard, killed with SIGKILL`,
    text,
  },
]);
process.exitCode = hasPassed ? 0 : 1;

async function killImports(place: Place): Promise<string[]> {
  const seen = { nothing: 0, all: 0, partial: 0, retried: 0 };
  const references: string[] = [];
  let round = 0;
  const start = await prepareSites(place);
  await using site = { current: await start(), [Symbol.asyncDispose]: () => stopCurrent() };
  const stopCurrent = async () => void (await site.current.stop());
  const otherFolder = mkdtempSync(join(tmpdir(), "frontdesk-faults-other-"));
  const other = place.databaseUrl ? await start({ dataDir: otherFolder }) : null;
  try {
    const startedAt = performance.now();
    const firstImport = Promise.withResolvers<void>();
    const workMs = firstImport.promise.then(() => performance.now());
    await importAll(site.current, place, { name: "Undisturbed", onBegin: firstImport.resolve });
    const totalMs = performance.now() - startedAt;
    const importMs = performance.now() - (await workMs);
    const end = startedAt + minutes * 60_000;
    for (; round < kills && performance.now() < end; round += 1) {
      const name = `Round ${round}`;
      const messages = sendUntilKilled(site.current.url, name, references);
      const { promise: begun, resolve: onBegin } = Promise.withResolvers<void>();
      // Two of three kills happen after the upload, while rows are written.
      const due =
        round % 3 === 2
          ? pause(Math.random() * totalMs)
          : begun.then(() => pause(Math.random() * importMs * 1.2));
      const killed = due.then(() => site.current.stop("SIGKILL"));
      await importAll(site.current, place, { name, onBegin, backsUp: round % 4 === 0 })
        .catch(() => {})
        .finally(onBegin);
      await killed;
      await messages;
      site.current = await start();
      const state = await settle(place);
      const found = await countPosts(place, name);
      if (found === posts && state === "done") seen.all += 1;
      else if (found === 0 && state !== "done") seen.nothing += 1;
      else {
        seen.partial += 1;
        process.stdout.write(`${name}: ${found} posts, “${state}”\n`);
      }
      if (state === "interrupted" && round % 3 === 0) {
        await retryImport(site.current, place);
        if ((await countPosts(place, name)) === posts) seen.retried += 1;
        else hasPassed = false;
      }
      await discardImport(site.current, place);
      process.stdout.write(`${place.engine} ${round + 1}: ${state}, ${JSON.stringify(seen)}\n`);
    }
  } finally {
    await other?.stop();
    rmSync(otherFolder, { recursive: true, force: true });
  }
  const lost = await countLost(place, references);
  const folder = join(place.dataDir, "imports");
  const left = existsSync(folder) ? readdirSync(folder).length : 0;
  hasPassed &&= seen.partial === 0 && lost === 0 && left <= 1 && seen.nothing + seen.all === round;
  return [
    place.engine === "sqlite" ? "sqlite" : "postgres, one of two instances",
    String(round),
    String(seen.nothing),
    String(seen.all),
    String(seen.partial),
    String(seen.retried),
    String(references.length),
    String(lost),
  ];
}

/** Adds a longer connection timeout, for a busy machine. */
function withConnectTimeout(databaseUrl: string | null): string | null {
  if (databaseUrl === null) return null;
  const url = new URL(databaseUrl);
  url.searchParams.set("connect_timeout", "60");
  return url.href;
}

/** Returns a function that starts the site, on the same port unless it gets another data folder. */
async function prepareSites(place: Place): Promise<(more?: { dataDir: string }) => Promise<RunningSite>> {
  const port = await findTestPort();
  return async (more) =>
    startSite({
      port: more ? await findTestPort() : port,
      dataDir: more?.dataDir ?? place.dataDir,
      env: {
        SAMPLE_CONTENT: "off",
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        TRUST_PROXY: "127.0.0.1",
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SECRET: testSecret,
        ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl, FILES_URL: "postgres:" } : {}),
      },
    });
}

interface WantedImport {
  name: string;
  /** Called when the upload has been checked and the import requested. */
  onBegin(): void;
  backsUp?: boolean;
}

/** Runs an import from its upload to its end, as an admin. */
async function importAll(
  site: RunningSite,
  place: Place,
  { name, onBegin, backsUp = false }: WantedImport,
): Promise<void> {
  const cookie = await signIn(site, place);
  const sent = new FormData();
  const blogs = Array.from({ length: posts }, (_, at) => ({
    title: `${name} post ${at}`,
    summary: "For the test",
    body: `Text of post ${at}, which is a little longer than its title.`,
  }));
  sent.set("file", new Blob([JSON.stringify({ blogs })]), "posts.json");
  const received = await fetch(`${site.url}${screen}/file`, {
    method: "POST",
    body: sent,
    headers: { cookie, origin: site.url },
  });
  if (received.status !== 201) throw new Error(`The upload returned ${received.status}`);
  await waitForState(place, ["ready"], site);
  onBegin();
  await begin(site, place, cookie, backsUp);
}

async function begin(site: RunningSite, place: Place, cookie: string, backsUp: boolean): Promise<void> {
  await press(site, place, cookie, "begin", backsUp ? { backsUp: "on" } : {});
  await waitForState(place, ["done"], site);
}

async function retryImport(site: RunningSite, place: Place): Promise<void> {
  const cookie = await signIn(site, place);
  await press(site, place, cookie, "again");
  await waitForState(place, ["ready"], site);
  await begin(site, place, cookie, false);
}

async function discardImport(site: RunningSite, place: Place): Promise<void> {
  await press(site, place, await signIn(site, place), "drop");
}

async function press(
  site: RunningSite,
  place: Place,
  cookie: string,
  intent: string,
  more: Record<string, string> = {},
): Promise<void> {
  const row = await readImport(place);
  if (!row || row.state === "discarded") return;
  const answer = await fetch(site.url + screen, {
    method: "POST",
    body: new URLSearchParams({ id: row.id, intent, ...more }),
    headers: { cookie, origin: site.url },
    redirect: "manual",
  });
  await answer.text();
  if (answer.status >= 400) throw new Error(`“${intent}” returned ${answer.status}`);
}

/** Session shared by many rounds: sign-ins are rate-limited, and an import needs one that is younger than 15 minutes. */
async function signIn(site: RunningSite, place: Place): Promise<string> {
  const known = sessions.get(place);
  if (known && Date.now() - known.since < 10 * 60_000) return known.cookie;
  const session = { cookie: await signInAt(site.url, admin), since: Date.now() };
  sessions.set(place, session);
  return session.cookie;
}

/** Waits for a state while the site runs; throws once it has exited. */
async function waitForState(place: Place, wanted: readonly string[], site: RunningSite): Promise<void> {
  for (;;) {
    const state = (await readImport(place))?.state ?? "";
    if (wanted.includes(state)) return;
    if (["failed", "refused", "interrupted"].includes(state)) throw new Error(`The import is “${state}”`);
    if (site.process.exitCode !== null || site.process.signalCode !== null)
      throw new Error("The site was killed");
    await pause(50);
  }
}

/** Waits until the newest import is not running and returns its state; "none" without one. */
async function settle(place: Place): Promise<string> {
  for (;;) {
    const state = (await readImport(place))?.state ?? "none";
    if (!["checking", "backing-up", "importing", "indexing"].includes(state)) return state;
    await pause(100);
  }
}

async function readImport(place: Place) {
  return readDatabase(place, (query) =>
    query.selectFrom("imports").select(["id", "state"]).orderBy("id", "desc").limit(1).executeTakeFirst(),
  );
}

async function countPosts(place: Place, name: string): Promise<number> {
  const found = await readDatabase(place, (query) =>
    query.selectFrom("entries").select("id").where("title", "like", `${name} post %`).execute(),
  );
  return found.length;
}

async function countLost(place: Place, references: readonly string[]): Promise<number> {
  const storedRows = await readDatabase(place, (query) =>
    query.selectFrom("leads").select("reference").execute(),
  );
  const known = new Set(storedRows.map(({ reference }) => reference));
  return references.filter((reference) => !known.has(reference)).length;
}

type Query = OpenDatabase["db"]["query"];

async function readDatabase<Answer>(
  { dataDir, databaseUrl }: Place,
  ask: (query: Query) => Promise<Answer>,
): Promise<Answer> {
  await using open = await openReadOnlyUnchecked({ dataDir, databaseUrl });
  return await ask(open.db.query);
}

async function sendUntilKilled(url: string, name: string, references: string[]): Promise<void> {
  for (let n = 0, failures = 0; failures < 3; n += 1) {
    const reference = await sendMessage(url, `${name.replace(" ", "-")}-${n}`).catch(() => null);
    if (reference) references.push(reference);
    else failures += 1;
    await pause(30);
  }
}
