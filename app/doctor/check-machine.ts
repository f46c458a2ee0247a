import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { listOpenToOthers } from "#app/platform/settings/data-dir.ts";
import { formatBytes } from "#app/text/counts.ts";
import { type Diagnosis, diagnosesOf } from "./diagnosis.ts";

/** Where the system tells of itself; other folders in tests. */
export interface SystemPlaces {
  proc: string;
  cgroups: string;
}

const usualPlaces: SystemPlaces = {
  proc: "/proc",
  cgroups: "/sys/fs/cgroup",
};

const gigabyte = 1_000_000_000;

/** Below these the site can't keep what is sent, or soon can't. */
const bounds = {
  wrongDisk: 200_000_000,
  littleDisk: gigabyte,
  wrongMemory: 400_000_000,
  littleMemory: 680_000_000,
  buildMemory: 1_900_000_000,
} as const;

const disk = diagnosesOf("disk");

/** Room on the disk of the data folder. */
export function checkDisk(dataDir: string, read: typeof statfsSync = statfsSync): Diagnosis[] {
  const { bavail, blocks, bsize, files, ffree } = read(dataDir);
  const free = bavail * bsize;
  const room = `${formatBytes(free)} of ${formatBytes(blocks * bsize)} free for ${dataDir}`;
  const mend = "make room, or move DATA_DIR to a larger disk";
  if (free < bounds.wrongDisk) return [disk.wrong(`full: ${room}`, mend)];
  if (free < bounds.littleDisk) return [disk.warning(`nearly full: ${room}`, mend)];
  // Some file systems count no files, and say 0 of 0.
  if (files > 0 && ffree < files / 20)
    return [disk.warning(`room for ${ffree} more files only`, "delete what is not needed on this disk")];
  return [disk.fine(room)];
}

const memory = diagnosesOf("memory");

/**
 * Memory of the machine, and what the site's own group of processes may take of it (cgroup v2).
 * @param pid the running site's; null looks at the group this command runs in
 */
export function checkMemory(pid: number | null, places: SystemPlaces = usualPlaces): Diagnosis[] {
  const info = readFileSync(join(places.proc, "meminfo"), "utf8");
  const total = readKilobytes(info, "MemTotal");
  const swap = readKilobytes(info, "SwapTotal");
  const whose = pid === null ? "this command" : "the running site";
  const limit = readLimit(join(places.proc, pid === null ? "self" : String(pid), "cgroup"), places.cgroups);
  const allowed = Math.min(limit ?? total, total);
  const says =
    limit === null
      ? `${formatBytes(total)} of memory, ${formatBytes(swap)} of swap, no bound on ${whose}`
      : `${formatBytes(total)} of memory, ${formatBytes(swap)} of swap, ${whose} may take ${formatBytes(limit)}`;
  const mend = "allow the site 700 MB (MemoryMax=700M), or fewer photos at once will end it";
  const found =
    allowed < bounds.wrongMemory
      ? memory.wrong(says, mend)
      : allowed < bounds.littleMemory
        ? memory.warning(says, mend)
        : memory.fine(says);
  if (total + swap >= bounds.buildMemory) return [found];
  return [
    found,
    memory.warning("too little to build here, which takes 1.5 GB", "build on another machine, or add swap"),
  ];
}

function readKilobytes(info: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(info)?.[1] ?? 0) * 1024;
}

/** The smallest bound of the group and of those around it, in bytes; null where there is none. */
function readLimit(membership: string, cgroups: string): number | null {
  if (!existsSync(membership)) return null;
  const path = /^0::(\/.*)$/m.exec(readFileSync(membership, "utf8"))?.[1];
  if (path === undefined) return null;
  let smallest: number | null = null;
  for (let group = path; ; group = group.slice(0, group.lastIndexOf("/"))) {
    const file = join(cgroups, group, "memory.max");
    const limit = existsSync(file) ? Number(readFileSync(file, "utf8").trim()) : Number.NaN;
    if (Number.isFinite(limit)) smallest = Math.min(smallest ?? limit, limit);
    if (group.length <= 1) return smallest;
  }
}

const folder = diagnosesOf("data folder");

/** Who may read what lies in the data folder, and who owns it. Looked at before anything else, since a start corrects some of it. */
export function checkDataFolder(
  dataDir: string,
  uid: number | null = process.getuid?.() ?? null,
): Diagnosis[] {
  const about = statSync(dataDir, { throwIfNoEntry: false });
  if (about === undefined)
    return [folder.warning(`${dataDir} is not there yet`, "the first start makes it; or correct DATA_DIR")];
  if (!about.isDirectory()) return [folder.wrong(`${dataDir} is no folder`, "correct DATA_DIR")];
  const found: Diagnosis[] = [];
  if (uid !== null && about.uid !== uid)
    found.push(
      folder.warning(
        `${dataDir} belongs to user ${about.uid}, this command runs as ${uid}`,
        "run it as the user the site runs as (sudo -u frontdesk), so that it sees what the site sees",
      ),
    );
  const open = listOpenToOthers(dataDir);
  if (open.length > 0)
    found.push(
      folder.wrong(`other users can read ${open.slice(0, 3).join(", ")}`, `chmod -R go-rwx ${dataDir}`),
    );
  return found.length > 0 ? found : [folder.fine(`${dataDir} is its owner's alone`)];
}

const clock = diagnosesOf("clock");

/** A clock to compare with: whose it is, and what it said at the moment `at` of ours, with how far that may be off. */
export interface OtherClock {
  whose: string;
  says: Date;
  at: Date;
  /** Milliseconds: how finely it speaks, and how long its answer took. */
  precisionMs: number;
}

/**
 * This machine's clock beside others. That of this very machine proves nothing: without another, it is asked whether the
 * system keeps time with the network's.
 */
export function checkClock(
  others: readonly OtherClock[],
  isSynchronized: boolean = readSynchronized(),
): Diagnosis[] {
  const mend = "let the machine keep time by NTP: timedatectl set-ntp true";
  if (others.length === 0)
    return isSynchronized
      ? [clock.fine("kept by the network's (systemd-timesyncd)")]
      : [clock.unchecked("there is no other clock to compare with", `look at timedatectl; ${mend}`)];
  return others.map(({ whose, says, at, precisionMs }) => {
    const offMs = Math.abs(says.getTime() - at.getTime());
    const seconds = Math.round(offMs / 1000);
    if (offMs > precisionMs + 30_000)
      return clock.wrong(
        `${seconds} seconds off that of ${whose}: codes of authenticator apps and links fail`,
        mend,
      );
    if (offMs > precisionMs + 3_000) return clock.warning(`${seconds} seconds off that of ${whose}`, mend);
    return clock.fine(`agrees with that of ${whose}`);
  });
}

/** The mark systemd-timesyncd leaves once it has set the clock. */
function readSynchronized(): boolean {
  return existsSync("/run/systemd/timesync/synchronized");
}

/** The process that holds the data folder; null where none is known to run. */
export function readSitePid(dataDir: string, places: SystemPlaces = usualPlaces): number | null {
  try {
    const pid = Number(JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8")).pid);
    return pid > 0 && existsSync(join(places.proc, String(pid))) ? pid : null;
  } catch {
    return null;
  }
}
