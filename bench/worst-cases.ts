import { mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "../tests/support/site.ts";
import { type LoopReading, type MemoryReading, probeEnds } from "./probe.ts";
import { worstCases } from "./worst-requests.ts";

export interface WorstResult {
  group: string;
  what: string;
  /** The statuses of its answers. */
  status: string;
  /** Milliseconds of the longest time in which the event loop did nothing else, the least of all rounds. */
  stall: number;
  /** Milliseconds the thread worked in all, the least of all rounds: what the stall is without other programs. */
  worked: number;
  /** MB resident, and MB alive, more than before the rounds. */
  resident: number;
  live: number;
}

const warmUps = 1;
const rounds = 4;

/** Each of the worst requests a stranger can make, one after another, measured inside the process that answers them. */
export async function measureWorstCases(only = ""): Promise<WorstResult[]> {
  await using site = await startProbed();
  const cases = worstCases(await findPlaces(site.url));
  const results: WorstResult[] = [];
  for (const { group, what, send } of cases.filter((one) => `${one.group} ${one.what}`.includes(only))) {
    for (let n = 0; n < warmUps; n += 1) await send(site.url);
    const before = await site.readMemory();
    let [stall, worked] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const statuses = new Set<number>();
    await site.readLoop();
    for (let n = 0; n < rounds; n += 1) {
      for (const status of await send(site.url)) statuses.add(status);
      const reading = await site.readLoop();
      stall = Math.min(stall, reading.stall);
      worked = Math.min(worked, reading.worked);
    }
    const after = await site.readMemory();
    results.push({
      group,
      what,
      status: [...statuses].join(", "),
      stall,
      worked,
      resident: (after.resident - before.resident) / 2 ** 20,
      live: (after.live - before.live) / 2 ** 20,
    });
  }
  return results;
}

/** A site with the probe in it, for which every address that a request names counts as another network. */
export async function startProbed(env: Record<string, string> = {}) {
  const name = join(mkdtempSync(join(tmpdir(), "frontdesk-probe-")), "probe");
  const site = await startSite({
    env: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "probe.ts")}`,
      BENCH_PROBE: name,
      TRUST_PROXY: "127.0.0.1",
      ...env,
    },
  });
  const read = async (end: string) => {
    const pieces: Buffer[] = [];
    for await (const piece of connect(name + end)) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString());
  };
  return {
    ...site,
    readLoop: (): Promise<LoopReading> => read(probeEnds.loop),
    readMemory: (): Promise<MemoryReading> => read(probeEnds.memory),
  };
}

export interface WorstGroup {
  group: string;
  kinds: number;
  statuses: string;
  stall: number;
  worked: number;
  /** The kind that made the thread work most. */
  worst: string;
  resident: number;
  live: number;
}

/** One row a group, each figure that of its worst kind. */
export function summarizeWorst(results: readonly WorstResult[]): WorstGroup[] {
  return [...Map.groupBy(results, ({ group }) => group)].map(([group, kinds]) => {
    const most = (figure: "stall" | "worked" | "resident" | "live") =>
      Math.max(...kinds.map((kind) => kind[figure]));
    const statuses = kinds.flatMap(({ status }) => status.split(", "));
    return {
      group,
      kinds: kinds.length,
      statuses: [...new Set(statuses)].sort().join(", "),
      stall: most("stall"),
      worked: most("worked"),
      worst: kinds.find(({ worked }) => worked === most("worked"))?.what ?? "",
      resident: most("resident"),
      live: most("live"),
    };
  });
}

async function findPlaces(site: string) {
  const page = await (await fetch(`${site}/blog`)).text();
  const find = (pattern: RegExp) => pattern.exec(page)?.[0] ?? "/";
  return {
    picture: find(/\/files\/[\w-]+\/\d+\.avif/),
    asset: find(/\/assets\/[\w.-]+\.js/),
  };
}
