import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/**
 * Where a Chromium is: the machine's own first, then Playwright's; null when there is none. The one without windows comes
 * before the whole browser, which draws a window around every page and takes four times as long to open one.
 */
export function findChromium(): string | null {
  const names = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    process.env.CHROMIUM,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  return candidates.find((path): path is string => Boolean(path) && isExecutable(path ?? "")) ?? null;
}

/** The same, installed from Debian's packages when there is none and that is possible; throws saying what to install. */
export function needChromium(): string {
  const packages = ["chromium-headless-shell", "chromium"];
  const found = findChromium() ?? (packages.some(installDebian) ? findChromium() : null);
  if (found) return found;
  throw new Error(
    "These tests need Chromium: install the package `chromium` (Debian, Ubuntu) or Google Chrome, or set CHROMIUM to its path.",
  );
}

/** As root there is no sandbox to be had; background requests would only add noise to a closed network. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Installs a package as root where apt is there; answers whether it went well. */
export function installDebian(name: string): boolean {
  if (process.getuid?.() !== 0) return false;
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
    return true;
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
