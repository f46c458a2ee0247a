import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Point, View } from "./browser.ts";

/** The first element of that selector that can be seen, and that says these words where any are given. */
export interface Target {
  css: string;
  text?: string;
}

/** Milliseconds. A busy machine is slow, not wrong: only what never comes fails. */
const patience = 60_000;

/** Presses the middle of an element once it stands still and nothing lies over it, having scrolled to it if need be. */
export async function press(browser: Browser, target: Target): Promise<void> {
  const point = await until(browser, `${describe(target)} to be pressed`, findPoint, target);
  await browser.click(point);
}

/** Types into a field that was pressed. */
export async function fill(browser: Browser, css: string, text: string): Promise<void> {
  await press(browser, { css });
  await browser.type(text);
}

/** Gives the focus to an element, as somebody does who came there by keyboard. */
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

/** Waits until an element can be seen, or until none can. */
export async function see(browser: View, target: Target, isThere = true): Promise<void> {
  await until(
    browser,
    `${describe(target)} ${isThere ? "to be seen" : "to be gone"}`,
    ({ css, text = "" }, wanted) =>
      [...document.querySelectorAll(css)].some(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && (element.textContent ?? "").includes(text),
      ) === wanted,
    target,
    isThere,
  );
}

/** Asks the page again and again until the answer is something; throws after a while. */
export async function until<Given extends unknown[], Result>(
  view: View,
  what: string,
  task: (...given: Given) => Result | Promise<Result>,
  ...given: Given
): Promise<NonNullable<Result>> {
  const end = performance.now() + patience;
  let last: unknown;
  while (performance.now() < end) {
    // While one document follows another there is none to ask.
    const seen = await view.run(task, ...given).catch((error: Error) => {
      last = error.message;
      return undefined;
    });
    if (seen) return seen;
    await pause(50);
  }
  throw new Error(`Waited in vain for ${what}${last === undefined ? "" : ` (${last})`}`);
}

/** Opens a page as somebody who has seen the splash, and waits until React has taken it over. */
export async function visit(view: View, url: string): Promise<void> {
  await view.open(url);
  await waitForScripts(view);
}

/** The splash is shown once in a tab; it is of no interest here. */
export async function skipSplash(view: View, site: string): Promise<void> {
  await view.open(`${site}/robots.txt`);
  await view.run(() => sessionStorage.setItem("seen", "1"));
}

/** What React does after it has taken the page over, such as hearing keys, has been done as well. */
export async function waitForScripts(view: View): Promise<void> {
  await until(view, "the page's scripts", () =>
    Object.keys(document.querySelector("main *") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
  await pause(200);
}

async function findPoint({ css, text = "" }: Target): Promise<Point | null> {
  const target = [...document.querySelectorAll(css)].find(
    (element) => element.checkVisibility() && (element.textContent ?? "").includes(text),
  );
  if (!target) return null;
  // While one page fades into the next, the browser shows pictures of both, which take no press.
  const isFading = document
    .getAnimations()
    .some(
      ({ effect }) =>
        effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith("::view-transition"),
    );
  if (isFading) return null;
  const before = target.getBoundingClientRect();
  if (before.top < 80 || before.bottom > innerHeight - 40)
    target.scrollIntoView({ block: "center", behavior: "instant" });
  const first = target.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 60));
  // A link of several lines has corners that are not its own: its first line is pressed.
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
