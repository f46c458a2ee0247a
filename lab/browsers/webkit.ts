import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTestPort } from "../../tests/support/port.ts";
import { needProgram } from "../../tests/support/programs.ts";
import { type Browser, callText, clickActions, keyActions, type Size } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";

/** WebKitGTK's MiniBrowser on a virtual screen, controlled by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function startWebKit(size: Size): Promise<Browser> {
  const folder = makeFolder();
  const screen = await startScreen();
  const port = await findTestPort();
  const driver = startProgram(needProgram("WebKitWebDriver", "webkit2gtk-driver"), [`--port=${port}`], {
    ...environmentOf(folder, screen.display),
  });
  const end = async () => {
    await driver[Symbol.asyncDispose]();
    await screen.program[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  const { sessionId, capabilities } = await beginSession(port);
  const ask = (method: "POST" | "GET" | "DELETE", path: string, body?: object) =>
    askDriver(port, method, `/session/${sessionId}${path}`, body);
  const run: Browser["run"] = async (task, ...given) => {
    const script = `const done = arguments[0];
      (async () => ${callText(task, given)})().then((value) => done({ value }), (error) => done({ error: String(error) }))`;
    const { value, error } = await ask("POST", "/execute/async", { script, args: [] });
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const resize = async ({ width, height }: Size) => {
    // The window has a toolbar above the page.
    await ask("POST", "/window/rect", { x: 0, y: 0, width, height });
    const bar = height - (await run(() => innerHeight));
    if (bar > 0) await ask("POST", "/window/rect", { x: 0, y: 0, width, height: height + bar });
    const now = await run(() => ({ width: innerWidth, height: innerHeight }));
    if (now.width !== width) throw new Error(`The WebKit window is ${now.width} wide instead of ${width}.`);
  };
  await resize(size);
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    open: async (url) => {
      await ask("POST", "/url", { url });
      await run(collectErrors);
    },
    run,
    click: async (point) => void (await ask("POST", "/actions", { actions: clickActions(point) })),
    type: async (text) => void (await ask("POST", "/actions", { actions: keyActions(text) })),
    picture: async () => {
      // Screenshots contain only the visible part of the page.
      await resize({ width: size.width, height: await run(() => document.documentElement.scrollHeight) });
      // Waits until newly visible content is painted.
      await run(() => new Promise((resolve) => setTimeout(resolve, 1000)));
      const data = await ask("GET", "/screenshot");
      await resize(size);
      return Buffer.from(data, "base64");
    },
    readErrors: () =>
      run(() => {
        const state = window as unknown as { faults?: string[] };
        return state.faults?.splice(0) ?? [];
      }),
    [Symbol.asyncDispose]: async () => {
      await ask("DELETE", "").catch(() => {});
      await end();
    },
  };
}

/**
 * Console errors while these pages load. WebDriver does not expose the console, so the pages are opened without it.
 */
export async function readConsole(urls: readonly string[]): Promise<string[]> {
  needProgram("WebKitWebDriver", "webkit2gtk-driver");
  const [browser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
  if (!browser) throw new Error("WebKit's MiniBrowser was not found in /usr/lib.");
  const folder = makeFolder();
  const screen = await startScreen();
  const faults: string[] = [];
  for (const url of urls) {
    await using shown = startProgram(
      browser,
      ["--enable-write-console-messages-to-stdout=true", url],
      environmentOf(folder, screen.display),
    );
    await new Promise((resolve) => setTimeout(resolve, 5000));
    faults.push(
      ...shown
        .output()
        .split("\n")
        .filter((line) => /CONSOLE .*ERROR/.test(line)),
    );
  }
  await screen.program[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  return faults;
}

/** Collects errors after the load; `readConsole` finds those during it. */
function collectErrors(): void {
  const faults: string[] = [];
  (window as unknown as { faults: string[] }).faults = faults;
  addEventListener("error", ({ message }) => faults.push(message));
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    faults.push(`CSP ${violatedDirective} ${blockedURI}`),
  );
  console.error = (...parts) => faults.push(parts.map(String).join(" "));
}

/** Settings folder with a GTK style sheet that shrinks the toolbar, so the window can be as narrow as a phone. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(
    join(folder, "gtk-3.0/gtk.css"),
    "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }\n",
  );
  return folder;
}

function environmentOf(folder: string, display: string): Record<string, string> {
  return {
    DISPLAY: display,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    GDK_BACKEND: "x11",
    // Avoids a timeout, because no accessibility service is running.
    GTK_A11Y: "none",
    NO_AT_BRIDGE: "1",
  };
}

/** Virtual screen that is high enough for full-page screenshots. */
async function startScreen(): Promise<{ display: string; program: Program }> {
  const program = startProgram("/bin/sh", [
    "-c",
    'exec "$0" -displayfd 1 -screen 0 1400x20000x24 -nolisten tcp',
    needProgram("Xvfb", "xvfb"),
  ]);
  return { display: `:${await program.find(/^(\d+)\n/)}`, program };
}

async function beginSession(port: number) {
  const capabilities = { alwaysMatch: { timeouts: { script: 30_000, pageLoad: 60_000 } } };
  for (let tries = 0; tries < 100; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return askDriver(port, "POST", "/session", { capabilities });
}

// The result type depends on the command.
// biome-ignore lint/suspicious/noExplicitAny: the protocol defines the result of each command
type Answer = any;

async function askDriver(port: number, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: Answer };
  if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}
