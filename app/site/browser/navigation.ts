import { confirmIdentity, inPlaceHeader, staleStatus } from "#app/domain/accounts/browser/confirmation.ts";
import { signedOutProblem } from "#app/domain/routing/page-addresses.ts";
import { opensElsewhere } from "#app/lib/ui/opens-elsewhere.ts";
import { isSitePage } from "#app/lib/ui/public-page.ts";
import { trustHtml } from "#app/lib/ui/trusted-html.ts";
import { readSentFields } from "#app/site/forms/sent-fields.ts";
import { arrivalFocus, findArrival, withFocus } from "#app/site/parts/arrival-focus.ts";
import { fetchPatiently, unansweredReason, type unsentWords } from "#app/site/shell/connection.ts";
import { forgetSentText } from "./drafts.ts";
import { closeMenus } from "./menus.ts";
import { decodeHash, setPlace } from "./place.ts";
import { endLoading, showFailedLoad, showLoading, showSending, showUnsent } from "./progress.ts";

/** Marks the document of a public page; `root.tsx` writes it. */
const pageMark = "script[data-site]";

/**
 * Marks a page with a secret in its address, which opens as a new document to stay out of `Referer`. `root.tsx`
 * writes it.
 */
const secretMark = 'meta[name="referrer"][content="no-referrer"]';

/**
 * How a page enters the browser's history: `push` adds an entry, all others use the current one. They are Back and
 * Forward (`keep`), the same page, the answer to a form, and new content.
 */
type Entry = "push" | "keep" | "again" | "answer" | "refresh";

let current: AbortController | null = null;
/** Address of the current page, without `#`. */
let shown = "";
/** History key of the current page. While another page loads, `history.state` may already belong to that one. */
let shownKey = "";

/** Opens links to public pages, and search forms, within the document instead of loading a new one. */
export function startNavigation(): void {
  shown = withoutHash(location.href);
  startScrollMemory();
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.altKey || opensElsewhere(event))
      return;
    if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    // The browser scrolls to a target within this page.
    if (link.hash !== "" && withoutHash(link.href) === shown) return;
    // While offline, this page stays until the other one loads.
    if (navigator.onLine && (isSecret(document) || !opensHere(link.href))) return;
    if (!isSitePage(link.pathname)) return;
    event.preventDefault();
    void visit(link.href, "push");
  });
  document.addEventListener("submit", (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    // `frame.ts` sends the form of the footer.
    if (!form || event.defaultPrevented || !opensHere(form.action) || form.closest(".foot")) return;
    event.preventDefault();
    // A form without an action needs the script of its island.
    if (!form.hasAttribute("action") && form.closest("[data-island]:not([data-state=ready])")) return;
    if (form.method === "post") void sendAndReport(form, event.submitter);
    else void visit(`${withoutQuery(form.action)}?${textsOf(new FormData(form))}`, "push");
  });
  window.addEventListener("popstate", () => {
    if (withoutHash(location.href) !== shown) return void visit(location.href, "keep");
    stopVisit();
    // An entry without a key is a target within this page, to which the browser scrolls.
    const isTarget = entryKey() === "";
    if (isTarget) history.replaceState({ key: newEntryKey() }, "");
    shownKey = entryKey();
    if (!isTarget) restoreScroll();
  });
  // A page from the back/forward cache may have been left while another one was loading.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    stopVisit();
    for (const form of beingSent.keys()) endSending(form);
  });
}

/** Whether this document can show the page at an address. */
function opensHere(href: string): boolean {
  try {
    const { origin, pathname } = new URL(href);
    return origin === location.origin && isSitePage(pathname);
  } catch {
    return false;
  }
}

/** Opens a public page within the document, like a link. */
export function openPage(path: string): void {
  void visit(new URL(path, location.href).href, "push");
}

/** Reloads the current page in place; after a new release, reloads the document. */
export async function refreshPage(): Promise<void> {
  const signal = takeTurn();
  const { answer, html } = await load(shown, { ...pageRequest(), signal });
  const page = readPage(html);
  if (!page) {
    if (answer.ok) location.reload();
    return;
  }
  await addSheets(page);
  signal.throwIfAborted();
  history.replaceState({ key: newEntryKey() }, "");
  show(page.document, new URL(location.href), "refresh");
  current = null;
}

function isSecret(page: Document): boolean {
  return page.querySelector(secretMark) !== null;
}

/** Loads and shows a page. A later call cancels it. */
async function visit(href: string, entry: Entry): Promise<void> {
  const signal = takeTurn();
  closeMenus();
  showLoading(new URL(href).pathname);
  try {
    const { answer, html } = await fetchPatiently(load, href, { ...pageRequest(), signal });
    const page = readPage(html);
    signal.throwIfAborted();
    if (!page && answer.status >= 500 && entry === "push") return showFailure(href);
    // A redirect, a new release, or not a public page.
    if (!page || !opensHere(href) || isSecret(page.document) || isSecret(document)) return leaveFor(href);
    const isSame = entry === "push" && withoutHash(href) === shown;
    await arrive(page, { arrived: new URL(href), entry: isSame ? "again" : entry, signal });
  } catch {
    if (!signal.aborted) leaveFor(href);
  }
}

/**
 * Returns redirects unfollowed, because they may lead to another site. The policy sends a referrer within the site,
 * so that its pages don't count as new visits.
 */
function pageRequest() {
  return {
    headers: { accept: "text/html" },
    redirect: "manual",
    referrerPolicy: isSecret(document) ? "no-referrer" : "strict-origin-when-cross-origin",
  } as const;
}

/** Fetches a page. `html` is empty for other content types. */
async function load(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<{ answer: Response; html: string }> {
  const answer = await fetch(input, init);
  const isHtml = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  return { answer, html: isHtml ? await answer.text() : "" };
}

/** Cancels the current navigation and starts another. */
function takeTurn(): AbortSignal {
  current?.abort();
  current = new AbortController();
  return current.signal;
}

interface Arrival {
  arrived: URL;
  entry: Entry;
  signal: AbortSignal;
}

/**
 * Shows a loaded page.
 * @throws if another navigation started meanwhile
 */
async function arrive(page: Page, { arrived, entry, signal }: Arrival): Promise<void> {
  await addSheets(page);
  signal.throwIfAborted();
  if (entry === "push") pushEntry(arrived.href);
  else {
    const key = entry === "keep" ? entryKey() : newEntryKey();
    history.replaceState({ ...history.state, key }, "", arrived);
  }
  await transition(() => {
    if (!signal.aborted) show(page.document, arrived, entry);
  });
  // Another navigation started while the browser prepared the transition.
  if (signal.aborted) return;
  current = null;
  endLoading(document.querySelector("#main h1")?.textContent ?? document.title);
}

/** Result of sending a form: an answer, a stop by another navigation, or the reason of the failure. */
type SendResult = "answered" | "stopped" | keyof typeof unsentWords;

/** Selector of an error page's content, which `error-page.tsx` writes. */
const errorPart = "#main .not-found";

/** Sends a form and shows the page of the answer. After a failure, the current page stays. */
export async function postForm(form: HTMLFormElement, button?: HTMLElement | null): Promise<SendResult> {
  const signal = takeTurn();
  showSending();
  let sent: Awaited<ReturnType<typeof load>>;
  try {
    sent = await sendConfirmed(form, button, signal);
  } catch {
    return signal.aborted ? "stopped" : giveUp(unansweredReason());
  }
  const { answer, html } = sent;
  const isSignedOut =
    answer.redirected && new URL(answer.url).searchParams.get("problem") === signedOutProblem;
  if (isSignedOut) return giveUp("signedOut");
  const redirectedTo = answer.redirected ? withHash(answer.url, form.dataset.next) : null;
  if (redirectedTo) forgetSentText(form);
  try {
    const page = readPage(html);
    if (redirectedTo && form.dataset.session) await leaveWithSession(form, redirectedTo);
    signal.throwIfAborted();
    if (redirectedTo && !(page && opensHere(redirectedTo) && !isSecret(document))) leaveFor(redirectedTo);
    else if (page && !page.document.querySelector(errorPart)) {
      const [to, entry] = redirectedTo ? ([redirectedTo, "push"] as const) : ([shown, "answer"] as const);
      if (entry === "answer") {
        keepSecrets(form, page.document);
        keepOpen(page.document);
      }
      await arrive(page, { arrived: new URL(to), entry, signal });
    } else if (page || answer.status >= 500) return giveUp("failed");
    // The answer is of a new release, which needs a new document.
    else submitAsDocument(form, button);
  } catch {
    if (signal.aborted) return "stopped";
    // The server has handled the form; only showing the answer failed.
    if (redirectedTo) leaveFor(redirectedTo);
    else submitAsDocument(form, button);
  }
  return "answered";
}

/** Adds the `#` of the page that the form leads to, which `Response.url` lacks by the Fetch standard. */
function withHash(url: string, next: string | undefined): string {
  const expected = new URL(next ?? "", url).href;
  return withoutHash(expected) === url ? expected : url;
}

/** Submits a form without the script. Adds the pressed button as a hidden field, since `submit()` leaves it out. */
function submitAsDocument(form: HTMLFormElement, button: HTMLElement | null | undefined): void {
  const pressed = document.createElement("input");
  pressed.type = "hidden";
  if (button instanceof HTMLButtonElement) [pressed.name, pressed.value] = [button.name, button.value];
  form.append(pressed);
  form.submit();
  // Back may show this document again.
  pressed.remove();
}

/** Sends a form. If the session is not fresh, the user reauthenticates and the form is sent again. */
async function sendConfirmed(
  form: HTMLFormElement,
  button: HTMLElement | null | undefined,
  signal: AbortSignal,
): ReturnType<typeof load> {
  const request = {
    ...pageRequest(),
    headers: { accept: "text/html", [inPlaceHeader]: "1" },
    method: "POST",
    body: bodyOf(form, button),
    signal,
    redirect: "follow",
  } as const;
  const sent = await load(form.action, request);
  if (sent.answer.status !== staleStatus || !(await confirmIdentity(signal))) return sent;
  return load(form.action, request);
}

/**
 * Replaces the document, so that no data of an ended session stays and Back skips the sign-in. After a sign-in, waits
 * for the new token.
 */
async function leaveWithSession(form: HTMLFormElement, to: string): Promise<never> {
  if (form.dataset.session === "begins")
    await import("#app/site/account/browser/browser-login.tsx").then(
      ({ login }) => login.report(),
      () => {},
    );
  location.replace(to);
  return new Promise(() => {});
}

/** Fields that the server never fills in again. */
const secretFields = "input[type=password], input[autocomplete=one-time-code], input[type=file]";

/** Copies typed secrets to the form of the answer, unless they were refused. */
function keepSecrets(form: HTMLFormElement, page: Document): void {
  const intent = readIntent(form);
  const again = [...page.querySelectorAll("form")].find((one) => readIntent(one) === intent);
  for (const field of form.querySelectorAll<HTMLInputElement>(secretFields)) {
    const next = again?.querySelector<HTMLInputElement>(`input[name="${field.name}"]`);
    if (!next || (next.getAttribute("aria-invalid") && field.autocomplete !== "new-password")) continue;
    if (field.type === "file") next.files = field.files;
    else next.value = field.value;
  }
}

/** Opens in the answer what is open on this page. */
function keepOpen(page: Document): void {
  const open = [...document.querySelectorAll("#main details[open] > summary")].map((one) => one.textContent);
  for (const summary of page.querySelectorAll("#main details > summary"))
    if (open.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
}

function readIntent(form: HTMLFormElement): string | undefined {
  return form.querySelector<HTMLInputElement>("input[name=intent]")?.value;
}

function giveUp<Reason>(reason: Reason): Reason {
  current = null;
  endLoading(null);
  return reason;
}

/** Forms being sent, with the pressed button and its label. */
const beingSent = new Map<HTMLFormElement, { button: HTMLElement; label: string } | null>();

/** Sends a form that no island handles. Ignores repeated presses. */
async function sendAndReport(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  if (beingSent.has(form)) return;
  beginSending(form, button);
  const result = await postForm(form, button);
  // After an answer, a new page replaces the form.
  if (result !== "answered" || !form.isConnected) endSending(form);
  if (result !== "answered" && result !== "stopped")
    showUnsent(result, () => void sendAndReport(form, button));
}

function beginSending(form: HTMLFormElement, button: HTMLElement | null): void {
  beingSent.set(form, button && { button, label: button.textContent });
  if (!button) return;
  button.ariaDisabled = "true";
  if (button.dataset.pending) button.textContent = button.dataset.pending;
}

function endSending(form: HTMLFormElement): void {
  const pressed = beingSent.get(form);
  beingSent.delete(form);
  if (!pressed) return;
  pressed.button.ariaDisabled = null;
  if (pressed.button.dataset.pending) pressed.button.textContent = pressed.label;
}

function textsOf(sent: FormData): URLSearchParams {
  return new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]));
}

function bodyOf(form: HTMLFormElement, button: HTMLElement | null | undefined): URLSearchParams | FormData {
  const sent = readSentFields(form, button);
  return form.enctype === "multipart/form-data" ? sent : textsOf(sent);
}

/** Shows an error; the current page stays. */
function showFailure(href: string): void {
  current = null;
  endLoading(null);
  showFailedLoad(() => void visit(href, "push"));
}

function stopVisit(): void {
  if (!current) return;
  current.abort();
  current = null;
  endLoading(null);
}

/** Loads an address without the script. Ends the progress bar, because a download does not leave the page. */
function leaveFor(href: string): void {
  current = null;
  endLoading(null);
  if (href === location.href) location.reload();
  else location.assign(href);
}

interface Page {
  document: Document;
  /** Text of its inlined style sheets, by address. */
  sheets: Map<string, string>;
}

/** Style sheets as `composePage` inlines them. */
const inlineSheet = /<style data-sheet="([^"]+)">([\s\S]*?)<\/style>/g;

/** Parses a page; null if this document can't show it. */
function readPage(html: string): Page | null {
  if (html === "") return null;
  const sheets = new Map<string, string>();
  // The policy of this document forbids any other <style>, even in a parsed document.
  const withoutSheets = html.replace(inlineSheet, (_, address: string, text: string) => {
    sheets.set(address, text);
    return "";
  });
  const page = new DOMParser().parseFromString(trustHtml(withoutSheets), "text/html");
  const script = page.querySelector<HTMLScriptElement>(pageMark)?.getAttribute("src");
  const isSameRelease = script === document.querySelector(pageMark)?.getAttribute("src");
  return script && isSameRelease && page.getElementById("main") ? { document: page, sheets } : null;
}

/** Addresses of style sheets adopted from other pages. */
const adopted = new Set<string>();

/** Adds the sheets that the page has and this document lacks. Those of other pages stay. */
async function addSheets({ document: page, sheets }: Page): Promise<void> {
  for (const [address, text] of sheets) {
    if (adopted.has(address) || document.querySelector(`style[data-sheet="${address}"]`)) continue;
    adopted.add(address);
    const sheet = await new CSSStyleSheet().replace(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  // In development, style sheets are linked.
  for (const link of page.querySelectorAll<HTMLLinkElement>("head > link[data-precedence]"))
    if (!document.querySelector(`link[href="${link.getAttribute("href")}"]`))
      document.head.append(document.adoptNode(link));
}

/** Applies a change with a view transition, where supported. */
async function transition(change: () => void): Promise<void> {
  if (!document.startViewTransition) return change();
  const fading = document.startViewTransition(change);
  fading.ready.catch(() => {});
  fading.finished.catch(() => {});
  await fading.updateCallbackDone;
}

const headParts =
  "title, meta[name]:not([name=viewport]), meta[property], link[rel=canonical], link[rel=alternate], script[type='application/ld+json']";

function show(page: Document, arrived: URL, entry: Entry): void {
  for (const part of document.head.querySelectorAll(headParts)) part.remove();
  document.head.append(...page.head.querySelectorAll(headParts));
  const [main, next] = [document.getElementById("main"), page.getElementById("main")];
  if (main && next) main.replaceWith(document.adoptNode(next));
  const [news, nextNews] = [document, page].map((one) => one.querySelector<HTMLElement>(".foot .news"));
  if (news && nextNews) news.hidden = nextNews.hidden;
  shown = withoutHash(arrived.href);
  shownKey = entryKey();
  setPlace({ pathname: arrived.pathname, key: shownKey });
  const target = entry === "answer" ? null : targetOf(arrived.hash);
  if (entry === "refresh") return;
  if (entry === "keep") restoreScroll();
  else if (target) target.scrollIntoView({ behavior: "instant" });
  else if (entry !== "answer") scrollTo({ top: 0, behavior: "instant" });
  focusArrival(target, entry);
}

/** Focuses the target or message of the new page; answers are scrolled into view. */
function focusArrival(target: HTMLElement | null, entry: Entry): void {
  const place = withFocus(target) ?? findArrival(`[${arrivalFocus}], .summary`);
  place?.focus({ preventScroll: entry !== "answer" });
}

/** Scroll position of each history entry in pixels, by its key; stored in the tab while other documents are shown. */
const memoryName = "scroll";
let memory: Record<string, number> = {};

function startScrollMemory(): void {
  memory = readMemory();
  if (!history.state?.key) history.replaceState({ ...history.state, key: newEntryKey() }, "");
  shownKey = entryKey();
  setPlace({ pathname: location.pathname, key: shownKey });
  history.scrollRestoration = "manual";
  if (memory[entryKey()] !== undefined && isReturn()) restoreScroll();
  window.addEventListener("scroll", recordScroll, { passive: true });
  window.addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(memoryName, JSON.stringify(memory));
    } catch {
      // Without storage, the next document starts at the top.
    }
  });
}

function isReturn(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

function readMemory(): Record<string, number> {
  try {
    // Written by this file.
    return JSON.parse(sessionStorage.getItem(memoryName) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

function restoreScroll(): void {
  const top = memory[entryKey()];
  const target = targetOf(location.hash);
  if (top !== undefined) scrollTo({ top, behavior: "instant" });
  else if (target) target.scrollIntoView({ behavior: "instant" });
  else scrollTo({ top: 0, behavior: "instant" });
}

function targetOf(hash: string): HTMLElement | null {
  return hash.length < 2 ? null : document.getElementById(decodeHash(hash));
}

function recordScroll(): void {
  memory[shownKey] = scrollY;
}

function pushEntry(href: string): void {
  recordScroll();
  history.pushState({ key: newEntryKey() }, "", href);
}

function entryKey(): string {
  return String(history.state?.key ?? "");
}

function newEntryKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

function withoutHash(href: string): string {
  return href.split("#")[0] ?? href;
}

function withoutQuery(href: string): string {
  return href.split(/[?#]/)[0] ?? href;
}
