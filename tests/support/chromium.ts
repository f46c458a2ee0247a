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
  const given = process.env.CHROMIUM;
  if (given && isExecutable(given)) return given;
  for (const name of names) {
    const found = findInPath(name);
    if (found) return found;
  }
  const fetched = chromium.executablePath();
  return isExecutable(fetched) ? fetched : null;
}

/**
 * The same. Where Debian's packages can be installed the one without windows is, also beside a whole browser: the tests take
 * it half the processor. Throws saying what to install when there is none.
 */
export function needChromium(): string {
  const isGiven = Boolean(process.env.CHROMIUM);
  if (!isGiven && !findInPath("chromium-headless-shell")) installDebian("chromium-headless-shell");
  const found = findChromium() ?? (installDebian("chromium") ? findChromium() : null);
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

export function findInPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
