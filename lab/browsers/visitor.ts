import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Point, View } from "./browser.ts";

/** First visible element that matches the selector and, if given, the text. */
export interface Target {
  css: string;
  text?: string;
}

/** Generous, because the machine may be busy. */
const timeoutMs = 60_000;

/** Scrolls an element into view and clicks its centre once it is stable and uncovered. */
export async function press(browser: Browser, target: Target): Promise<void> {
  const point = await until(browser, `${describe(target)} to be clickable`, findPoint, target);
  await browser.click(point);
}

/** Types into a field after clicking it. */
export async function fill(browser: Browser, css: string, text: string): Promise<void> {
  await press(browser, { css });
  await browser.type(text);
}

/** Focuses an element, as by keyboard. */
export async function focus(browser: Browser, target: Target): Promise<void> {
  await until(
    browser,
    `${describe(target)} to be focused`,
    ({ css, text = "" }) => {
      const found = [...document.querySelectorAll<HTMLElement>(css)].find(
        (element) => element.checkVisibility() && (element.textContent ?? "").includes(text),
      );
      found?.focus();
      return found !== undefined && document.activeElement === found;
    },
    target,
  );
}

/** Waits until an element is visible, or until no element is. */
export async function see(browser: View, target: Target, isVisible = true): Promise<void> {
  await until(
    browser,
    `${describe(target)} ${isVisible ? "to be visible" : "to be hidden"}`,
    ({ css, text = "" }, wanted) =>
      [...document.querySelectorAll(css)].some(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && (element.textContent ?? "").includes(text),
      ) === wanted,
    target,
    isVisible,
  );
}

/** Evaluates a function in the page until its result is truthy; throws on timeout. */
export async function until<Given extends unknown[], Result>(
  view: View,
  what: string,
  task: (...given: Given) => Result | Promise<Result>,
  ...given: Given
): Promise<NonNullable<Result>> {
  const end = performance.now() + timeoutMs;
  let last: unknown;
  while (performance.now() < end) {
    // Evaluation fails during a navigation.
    const result = await view.run(task, ...given).catch((error: Error) => {
      last = error.message;
      return undefined;
    });
    if (result) return result;
    await pause(50);
  }
  throw new Error(`Timeout while waiting for ${what}${last === undefined ? "" : ` (${last})`}`);
}

/** Opens a page and waits for its scripts. */
export async function visit(view: View, url: string): Promise<void> {
  await view.open(url);
  await waitForScripts(view);
}

/** Marks the splash as shown, because it appears once per tab. */
export async function skipSplash(view: View, site: string): Promise<void> {
  await view.open(`${site}/robots.txt`);
  await view.run(() => sessionStorage.setItem("seen", "1"));
}

/** Waits until the page is interactive, or hydrated by React. */
export async function waitForScripts(view: View): Promise<void> {
  await until(
    view,
    "the page's scripts",
    () =>
      performance.getEntriesByName("interactive").length > 0 ||
      Object.keys(document.querySelector("main *") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
  await pause(200);
}

async function findPoint({ css, text = "" }: Target): Promise<Point | null> {
  const target = [...document.querySelectorAll(css)].find(
    (element) => element.checkVisibility() && (element.textContent ?? "").includes(text),
  );
  if (!target) return null;
  // During a view transition, snapshots of both pages cover the content.
  const isInTransition = document
    .getAnimations()
    .some(
      ({ effect }) =>
        effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith("::view-transition"),
    );
  if (isInTransition) return null;
  const before = target.getBoundingClientRect();
  if (before.top < 80 || before.bottom > innerHeight - 40)
    target.scrollIntoView({ block: "center", behavior: "instant" });
  const first = target.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 60));
  // The centre of a link that wraps may be outside its text, so the first line is clicked.
  const box = target.getClientRects()[0];
  const now = target.getBoundingClientRect();
  if (!box || now.top !== first.top || now.left !== first.left) return null;
  const point = { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  return hit !== null && target.contains(hit) ? point : null;
}

function describe({ css, text }: Target): string {
  return text === undefined ? css : `${css} “${text}”`;
}
