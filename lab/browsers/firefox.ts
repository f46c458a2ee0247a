import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needProgram } from "../../tests/support/programs.ts";
import { type Browser, callText, clickActions, keyActions, type Size } from "./browser.ts";
import { startProgram } from "./program.ts";

/** Headless Firefox, controlled by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it supports natively. */
export async function startFirefox(viewport: Size): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "frontdesk-firefox-"));
  writeFileSync(join(profile, "user.js"), settings);
  const program = startProgram(needProgram("firefox-esr", "firefox-esr"), [
    "--headless",
    "--no-remote",
    "--profile",
    profile,
    "--remote-debugging-port=0",
  ]);
  const socket = await openSocket(`${await program.find(/ws:\/\/\S+/)}/session`);
  const errors: string[] = [];
  const ask = openClient(socket, (method, params) => {
    if (method === "log.entryAdded" && params.level === "error") errors.push(String(params.text));
  });
  const { capabilities } = await ask("session.new", { capabilities: {} });
  // In the first window, the address bar has the focus and receives Enter.
  const { context } = await ask("browsingContext.create", { type: "tab" });
  await ask("browsingContext.activate", { context });
  await ask("session.subscribe", { events: ["log.entryAdded"] });
  await ask("script.addPreloadScript", { functionDeclaration: String(reportPolicy) });
  await ask("browsingContext.setViewport", { context, viewport, devicePixelRatio: 1 });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: async (url) => void (await ask("browsingContext.navigate", { context, url, wait: "complete" })),
    run: async (task, ...given) => {
      const expression = `(async () => JSON.stringify(await ${callText(task, given)}) ?? "null")()`;
      const answer = await ask("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (answer.type !== "success") throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    click: async (point) =>
      void (await ask("input.performActions", { context, actions: clickActions(point) })),
    type: async (text) => void (await ask("input.performActions", { context, actions: keyActions(text) })),
    picture: async () => {
      const { data } = await ask("browsingContext.captureScreenshot", { context, origin: "document" });
      return Buffer.from(data, "base64");
    },
    readErrors: async () => errors.splice(0),
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await program[Symbol.asyncDispose]();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Overlay scrollbars, as on phones and in the reference Chromium. */
const settings = `user_pref("ui.useOverlayScrollbars", 1);\n`;

/** Logs policy violations as console errors, because BiDi does not report them. */
function reportPolicy(): void {
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the test listens to the console
    console.error(`CSP ${violatedDirective} ${blockedURI}`);
  });
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  return socket;
}

// The result type depends on the command.
// biome-ignore lint/suspicious/noExplicitAny: the protocol defines the result of each command
type Answer = any;

/** Returns a function that sends commands and resolves to their results; events go to `onEvent`. */
function openClient(socket: WebSocket, onEvent: (method: string, params: Answer) => void) {
  let last = 0;
  const open = new Map<number, PromiseWithResolvers<Answer>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(data);
    if (type === "event") return onEvent(method, params);
    const pending = open.get(id);
    open.delete(id);
    if (type === "success") pending?.resolve(result);
    else pending?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener("close", () => {
    for (const pending of open.values()) pending.reject(new Error("Firefox has exited."));
  });
  return (method: string, params: object): Promise<Answer> => {
    last += 1;
    const pending = Promise.withResolvers<Answer>();
    open.set(last, pending);
    socket.send(JSON.stringify({ id: last, method, params }));
    // A navigation can leave a command without an answer.
    const timeout = setTimeout(
      () => pending.reject(new Error(`${method} was not answered.`)),
      method === "script.evaluate" ? 20_000 : 60_000,
    );
    return pending.promise.finally(() => clearTimeout(timeout));
  };
}
