import {
  isWaitingForConnection,
  onWaitingChange,
  tryAgain,
  unsentWords,
} from "#app/site/shell/connection.ts";

/** Milliseconds from one step of the bar to the next. */
const trickle = 200;
/** Milliseconds for which the bar is shown at least. */
const shortest = 500;
/** Milliseconds in which the bar fills and fades; the style sheet has the same value. */
const ending = 400;
/** Share of the remaining width that a step fills. */
const barStep = 0.12;
/** Milliseconds after which a page that is still loading is announced. */
const noticed = 400;

/** SVG paths of the logo's rows, from the top. */
const markRows = [
  "M14.5 3h1",
  "M11.4 7h7.2",
  "M7.8 11h14.4",
  "M3.6 15h22.8",
  "M7.8 19h14.4",
  "M11.4 23h7.2",
  "M14.5 27h1",
];

/** Number of skeleton blocks after heading and lead, as in the style sheet. */
const outlineBlocks = { list: 4, detail: 6, form: 5 } as const;

const forms = /^\/(contact|calltoaction|login|registration|newsletter)\b/;
const details = /^\/(services|portfolio|media|blog|authors|newsletter\/archive)\/./;

let timers: ReturnType<typeof setTimeout>[] = [];
let begunAt = 0;
/** Path of the page that is loading. */
let loading: string | null = null;
/** Whether the visitor had to wait noticeably for the page that is loading. */
let hasWaited = false;

/** Shows that a page is loading: the bar at once, the skeleton and a text after a moment. */
export function showLoading(pathname: string): void {
  hasWaited = false;
  announce("");
  removeNotice();
  run(pathname);
}

/** Shows that a form is being sent. */
export function showSending(): void {
  hasWaited = false;
  loading = null;
  begunAt = performance.now();
  announce("");
  removeNotice();
  // A failure of this form must not appear next to the report of an earlier one.
  document.querySelector("#main .notice")?.remove();
  stopTimers();
  runBar();
}

function run(pathname: string): void {
  stopTimers();
  loading = pathname;
  begunAt = performance.now();
  document.getElementById("main")?.setAttribute("aria-busy", "true");
  runBar();
  timers.push(setTimeout(() => showOutline(pathname), noticed));
}

function runBar(): void {
  let share = barStep;
  drawBar("running", share);
  const timer = setInterval(() => {
    share += (1 - share) * barStep;
    drawBar("running", share);
  }, trickle);
  timers.push(timer);
}

/** @param heading of the page that loaded, announced after a noticeable wait; null when loading failed */
export function endLoading(heading: string | null): void {
  stopTimers();
  loading = null;
  document.getElementById("main")?.setAttribute("aria-busy", "false");
  removeOutline();
  if (heading !== null && hasWaited) announce(heading);
  timers.push(setTimeout(endBar, begunAt + shortest - performance.now()));
}

function endBar(): void {
  drawBar("ending", 1);
  timers.push(setTimeout(() => drawBar("hidden", null), ending));
}

function stopTimers(): void {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
}

function drawBar(phase: "hidden" | "running" | "ending", share: number | null): void {
  const bar = document.querySelector<HTMLElement>(".bar");
  if (!bar) return;
  bar.className = `bar ${phase}`;
  bar.style.transform = share === null ? "" : `scaleX(${share})`;
}

function announce(words: string): void {
  const line = document.getElementById("announcer");
  if (line) line.textContent = words;
}

function showOutline(pathname: string): void {
  hasWaited = true;
  announce("Loading…");
  const plate = build("div", { class: "loading", "aria-hidden": "true" }, drawMark(), "Loading…");
  if (pathname !== location.pathname) document.body.append(drawOutline(shapeOf(pathname)));
  document.body.append(plate);
}

function drawOutline(shape: keyof typeof outlineBlocks): HTMLElement {
  const parts = Array.from({ length: outlineBlocks[shape] }, () => build("b"));
  const attributes = { class: `skeleton page-grid of-${shape}`, "aria-hidden": "true" };
  return build("div", attributes, build("i"), build("i"), ...parts);
}

function removeOutline(): void {
  for (const part of document.querySelectorAll("body > .skeleton, body > .loading")) part.remove();
}

function drawMark(): Element {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  mark.setAttribute("viewBox", "0 0 30 30");
  for (const row of markRows) {
    const path = document.createElementNS(mark.namespaceURI, "path");
    path.setAttribute("d", row);
    mark.append(path);
  }
  return mark;
}

function build(
  name: string,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Shows a notice with a button to try again while the connection is lost. */
export function watchConnection(): void {
  onWaitingChange(() => {
    const isLost = isWaitingForConnection();
    removeNotice();
    if (!isLost) {
      if (loading !== null) run(loading);
      return;
    }
    hasWaited = true;
    removeOutline();
    stopTimers();
    drawBar("hidden", null);
    document.getElementById("main")?.setAttribute("aria-busy", "false");
    const lead = navigator.onLine ? "The connection was lost." : "You’re offline.";
    const words = " This page stays here. The page you chose will open when you’re back online.";
    showNotice(lead, words, tryAgain);
  });
}

const backOnline = "You’re back online, but nothing was sent yet. Everything you wrote is still here.";

/** Shows why a form was not sent. */
export function showUnsent(reason: keyof typeof unsentWords, retry: () => void): void {
  const signIn = { class: "btn", href: "/login", target: "_blank", rel: "noopener" };
  const links = reason === "signedOut" ? [build("a", signIn, "Sign in")] : [];
  const again = () => {
    removeNotice();
    retry();
  };
  const text = showNotice("", unsentWords[reason], again, links);
  if (reason === "offline")
    window.addEventListener("online", () => text.replaceChildren(backOnline), { once: true });
}

/** Shows that the server sent no page, with a button to try again. */
export function showFailedLoad(retry: () => void): void {
  showNotice("The page didn’t load.", " There is a problem on our side. Try again in a minute.", retry);
}

/**
 * @param links shown before the button to try again
 * @returns paragraph of the notice
 */
function showNotice(
  lead: string,
  words: string,
  retry: () => void,
  links: readonly Node[] = [],
): HTMLElement {
  removeNotice();
  const button = build("button", { type: "button", class: "btn" }, "Try again");
  button.addEventListener("click", retry);
  const text = build("p", {}, build("strong", {}, lead), words);
  document.body.append(build("div", { class: "line-lost of-page", role: "alert" }, text, ...links, button));
  return text;
}

function removeNotice(): void {
  document.querySelector("body > .line-lost.of-page")?.remove();
}

/** Returns the layout of the skeleton for a path. */
function shapeOf(path: string): keyof typeof outlineBlocks {
  if (details.test(path)) return "detail";
  return forms.test(path) ? "form" : "list";
}
