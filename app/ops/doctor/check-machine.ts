import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { formatBytes } from "#app/lib/text/counts.ts";
import { listExposedPaths } from "#app/platform/settings/data-dir.ts";
import { type Diagnosis, diagnosesOf } from "./diagnosis.ts";

/** System folders; tests use others. */
export interface SystemPlaces {
  proc: string;
  cgroups: string;
}

const defaultPlaces: SystemPlaces = {
  proc: "/proc",
  cgroups: "/sys/fs/cgroup",
};

const gigabyte = 1_000_000_000;

/** Bytes below which the site fails or soon fails. */
const bounds = {
  wrongDisk: 200_000_000,
  littleDisk: gigabyte,
  wrongMemory: 400_000_000,
  littleMemory: 680_000_000,
  buildMemory: 1_900_000_000,
} as const;

const disk = diagnosesOf("disk");

/** Checks the free room on the disk of the data folder. */
export function checkDisk(dataDir: string, read: typeof statfsSync = statfsSync): Diagnosis[] {
  const { bavail, blocks, bsize, files, ffree } = read(dataDir);
  const free = bavail * bsize;
  const room = `${formatBytes(free)} of ${formatBytes(blocks * bsize)} free for ${dataDir}`;
  const fix = "make room, or move DATA_DIR to a larger disk";
  if (free < bounds.wrongDisk) return [disk.wrong(`full: ${room}`, fix)];
  if (free < bounds.littleDisk) return [disk.warning(`nearly full: ${room}`, fix)];
  // Some file systems do not count files and report 0 of 0.
  if (files > 0 && ffree < files / 20)
    return [disk.warning(`room for ${ffree} more files only`, "delete what is not needed on this disk")];
  return [disk.fine(room)];
}

const memory = diagnosesOf("memory");

/**
 * Checks the memory of the machine and the limit of the site's control group (cgroup v2).
 * @param pid process id of the site; null checks the group of this command
 */
export function checkMemory(pid: number | null, places: SystemPlaces = defaultPlaces): Diagnosis[] {
  const info = readFileSync(join(places.proc, "meminfo"), "utf8");
  const total = readKilobytes(info, "MemTotal");
  const swap = readKilobytes(info, "SwapTotal");
  const subject = pid === null ? "this command" : "the running site";
  const limit = readLimit(join(places.proc, pid === null ? "self" : String(pid), "cgroup"), places.cgroups);
  const allowed = Math.min(limit ?? total, total);
  const message =
    limit === null
      ? `${formatBytes(total)} of memory, ${formatBytes(swap)} of swap, no limit for ${subject}`
      : `${formatBytes(total)} of memory, ${formatBytes(swap)} of swap, ${subject} may take ${formatBytes(limit)}`;
  const fix = "allow the site 700 MB (MemoryMax=700M), or it may run out of memory while it processes photos";
  const found =
    allowed < bounds.wrongMemory
      ? memory.wrong(message, fix)
      : allowed < bounds.littleMemory
        ? memory.warning(message, fix)
        : memory.fine(message);
  if (total + swap >= bounds.buildMemory) return [found];
  return [
    found,
    memory.warning("too little to build here, which takes 1.5 GB", "build on another machine, or add swap"),
  ];
}

function readKilobytes(info: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(info)?.[1] ?? 0) * 1024;
}

/** Reads the smallest memory limit of the group and its parents in bytes; null without a limit. */
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

/** Checks owner and permissions of the data folder. Runs first, because opening the database corrects permissions. */
export function checkDataFolder(
  dataDir: string,
  uid: number | null = process.getuid?.() ?? null,
): Diagnosis[] {
  const about = statSync(dataDir, { throwIfNoEntry: false });
  if (about === undefined)
    return [
      folder.warning(`${dataDir} does not exist yet`, "the first start creates it; or correct DATA_DIR"),
    ];
  if (!about.isDirectory()) return [folder.wrong(`${dataDir} is not a folder`, "correct DATA_DIR")];
  const found: Diagnosis[] = [];
  if (uid !== null && about.uid !== uid)
    found.push(
      folder.warning(
        `${dataDir} belongs to user ${about.uid}, this command runs as ${uid}`,
        "run it as the user the site runs as (sudo -u frontdesk), so that it sees what the site sees",
      ),
    );
  const open = listExposedPaths(dataDir);
  if (open.length > 0)
    found.push(
      folder.wrong(`other users can read ${open.slice(0, 3).join(", ")}`, `chmod -R go-rwx ${dataDir}`),
    );
  return found.length > 0 ? found : [folder.fine(`${dataDir} is private to its owner`)];
}

const clock = diagnosesOf("clock");

/** Reading of another clock, taken at local time `at`. */
export interface OtherClock {
  source: string;
  time: Date;
  at: Date;
  /** Possible error in milliseconds: resolution plus response time. */
  precisionMs: number;
}

/**
 * Compares this machine's clock with those of other machines; without any, checks whether the system synchronizes its clock.
 */
export function checkClock(
  others: readonly OtherClock[],
  isSynchronized: boolean = readSynchronized(),
): Diagnosis[] {
  const fix = "synchronize the clock by NTP: timedatectl set-ntp true";
  if (others.length === 0)
    return isSynchronized
      ? [clock.fine("synchronized by systemd-timesyncd")]
      : [clock.unchecked("there is no other clock to compare with", `check timedatectl; ${fix}`)];
  return others.map(({ source, time, at, precisionMs }) => {
    const offMs = Math.abs(time.getTime() - at.getTime());
    const seconds = Math.round(offMs / 1000);
    if (offMs > precisionMs + 30_000)
      return clock.wrong(
        `${seconds} seconds off that of ${source}: codes of authenticator apps and links fail`,
        fix,
      );
    if (offMs > precisionMs + 3_000) return clock.warning(`${seconds} seconds off that of ${source}`, fix);
    return clock.fine(`agrees with that of ${source}`);
  });
}

/** Whether systemd-timesyncd has set the clock. */
function readSynchronized(): boolean {
  return existsSync("/run/systemd/timesync/synchronized");
}

/** Reads the id of the process that locks the data folder; null if it does not run. */
export function readSitePid(dataDir: string, places: SystemPlaces = defaultPlaces): number | null {
  try {
    const pid = Number(JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8")).pid);
    return pid > 0 && existsSync(join(places.proc, String(pid))) ? pid : null;
  } catch {
    return null;
  }
}
