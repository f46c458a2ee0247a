import { chromium } from "playwright-core";
import { findInPath, installDebian, isExecutable } from "./programs.ts";

/**
 * Path of Chromium: the machine's own first, then Playwright's; null without one. The headless shell is preferred, because the
 * full browser takes four times as long to open a page.
 */
export function findChromium(): string | null {
  const names = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ];
  const givenPath = process.env.CHROMIUM;
  if (givenPath && isExecutable(givenPath)) return givenPath;
  for (const name of names) {
    const found = findInPath(name);
    if (found) return found;
  }
  const downloaded = chromium.executablePath();
  return isExecutable(downloaded) ? downloaded : null;
}

/**
 * Path of Chromium, as in `findChromium`; installs the headless shell where Debian packages can be installed, since tests need
 * half the processor time with it. Throws an error with the package to install.
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

/** Root has no sandbox; background requests add noise on a closed network. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
