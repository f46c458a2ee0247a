import { type Browser, keys, type Size } from "./browser.ts";
import { fill, focus, press, see, type Target, until, visit, waitForScripts } from "./visitor.ts";

export interface Place {
  browser: Browser;
  site: string;
  size: Size;
  person: { name: string; email: string; password: string };
}

type Step = readonly [what: string, walk: (place: Place) => Promise<void>];

const isWide = ({ size }: Place) => size.width >= 1264;
const inMenu = (text: string): Target => ({ css: "nav[aria-label=Main] a", text });
const list = (text: string): Target => ({ css: "nav[aria-label=Main] summary", text });
const heading = (text: string): Target => ({ css: "main h1", text });

/** Journeys of visitors; each step starts where the previous one ended. */
export const journeys: Record<string, readonly Step[]> = {
  reading: [
    [
      "home leads to the blog",
      async (place) => {
        await visit(place.browser, place.site);
        await press(place.browser, { css: "main a[href='/blog'], footer a[href='/blog']" });
        await see(place.browser, { css: "main .list li" });
        await isAt(place, "/blog");
      },
    ],
    [
      "the list leads to a post, which begins at its top",
      async (place) => {
        await until(place.browser, "the list to be scrolled", () => {
          scrollTo({ top: 900, behavior: "instant" });
          return scrollY > 800;
        });
        await press(place.browser, { css: "main .list li:nth-of-type(3) a" });
        await see(place.browser, { css: "main .prose" });
        await until(place.browser, "the post to begin at its top", () => scrollY < 5);
      },
    ],
    [
      "back restores the place in the list",
      async ({ browser }) => {
        await browser.run(() => history.back());
        await see(browser, { css: "main .list li" });
        await until(browser, "the list's place", () => scrollY > 600);
      },
    ],
    ["every picture of the list has loaded", async ({ browser }) => picturesHaveLoaded(browser)],
    [
      "a Bangla title among English ones is set in its own letters",
      async ({ browser }) => isSetIn(browser, "Anek Bangla", "main .list [lang=bn]"),
    ],
    [
      "a Bangla post is set in its own letters",
      async (place) => {
        await press(place.browser, { css: "main .list a", text: "বাংলা হরফে" });
        await see(place.browser, { css: "main .prose[lang=bn]" });
        await isSetIn(place.browser, "Anek Bangla", "main .prose[lang=bn]");
      },
    ],
    [
      "headings are set in the site's letters",
      async ({ browser }) => isSetIn(browser, "Anek Latin", "footer"),
    ],
  ],
  menu: [
    [
      "the services open by a press and lead to one",
      async (place) => {
        const { browser } = place;
        await visit(browser, `${place.site}/about`);
        if (!isWide(place)) await press(browser, { css: ".burger summary" });
        await press(browser, list("Services"));
        await press(browser, inMenu("Graphics Design"));
        await see(browser, heading("Graphics Design"));
        await see(browser, inMenu("Graphics Design"), false);
        if (!isWide(place)) await see(browser, inMenu("Our Clients"), false);
      },
    ],
    [
      "by keyboard they open, take the focus and close by Escape, which gives it back",
      async (place) => {
        const { browser } = place;
        await visit(browser, `${place.site}/about`);
        if (!isWide(place)) {
          await focus(browser, { css: ".burger summary" });
          await browser.type(keys.enter);
        }
        await focus(browser, list("Media Center"));
        await browser.type(keys.enter);
        await see(browser, { css: "nav[aria-label=Main] .drop a[href^='/media/']" });
        await browser.type(keys.tab);
        await until(
          browser,
          "the focus in the list",
          () => document.activeElement?.closest(".drop") !== null,
        );
        await browser.type(keys.escape);
        await see(browser, { css: "nav[aria-label=Main] .drop a[href^='/media/']" }, false);
        await until(
          browser,
          "the focus to come back",
          () => document.activeElement?.textContent?.trim() === "Media Center",
        );
      },
    ],
    [
      "a press beside it closes it, and nothing below moves",
      async (place) => {
        const { browser } = place;
        await visit(browser, `${place.site}/about`);
        const before = await topOfHeading(browser);
        const opener = isWide(place) ? list("Services") : { css: ".burger summary" };
        const entry = isWide(place) ? inMenu("Graphics Design") : inMenu("Our Clients");
        await press(browser, opener);
        await see(browser, entry);
        const meanwhile = await topOfHeading(browser);
        if (meanwhile !== before) throw new Error(`The heading moved from ${before} to ${meanwhile}.`);
        // Clicks in the margin, which has no control.
        await browser.click({ x: 6, y: 650 });
        await see(browser, entry, false);
      },
    ],
  ],
  form: [
    [
      "what is wrong is said, and what was typed stays",
      async (place) => {
        const { browser } = place;
        await visit(browser, `${place.site}/contact`);
        await fill(browser, "main [name=name]", "Nadia of the tea garden");
        await fill(browser, "main [name=email]", "not an address");
        await fill(browser, "main [name=message]", "First line\nসেকেন্ড লাইন");
        await press(browser, { css: "main button", text: "Send message" });
        await see(browser, { css: ".summary" });
        await until(
          browser,
          "the address to be marked",
          () => document.querySelector("main [name=email][aria-invalid=true]") !== null,
        );
        await holds(browser, "name", "Nadia of the tea garden");
        await holds(browser, "email", "not an address");
        await holds(browser, "message", "First line\nসেকেন্ড লাইন");
      },
    ],
    [
      "a page left and opened again has kept what was typed",
      async (place) => {
        await visit(place.browser, `${place.site}/about`);
        await visit(place.browser, `${place.site}/contact`);
        await until(place.browser, "the draft", () => {
          const field = document.querySelector<HTMLTextAreaElement>("main [name=message]");
          return field?.value === "First line\nসেকেন্ড লাইন";
        });
        await holds(place.browser, "name", "Nadia of the tea garden");
      },
    ],
    [
      "set right it is sent, and answered with a reference",
      async ({ browser }) => {
        await browser.run(() => document.querySelector<HTMLInputElement>("main [name=email]")?.select());
        await fill(browser, "main [name=email]", "");
        await browser.run(() => document.querySelector<HTMLInputElement>("main [name=email]")?.select());
        await browser.type("nadia@tea.example");
        await holds(browser, "email", "nadia@tea.example");
        await press(browser, { css: "main label[for=f-consent]" });
        await press(browser, { css: "main button", text: "Send message" });
        await until(browser, "the reference", () =>
          /^FD-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(document.querySelector(".ref")?.textContent?.trim() ?? ""),
        );
        await until(browser, "its address", () => location.search.startsWith("?sent=FD-"));
      },
    ],
  ],
  "sign-in": [
    [
      "a wrong password is refused, the address stays, the password goes",
      async (place) => {
        const { browser, person } = place;
        await visit(browser, `${place.site}/login`);
        await fill(browser, "main [name=email]", person.email);
        await fill(browser, "main [name=password]", "not the password at all");
        await press(browser, { css: "main button", text: "Sign in" });
        await see(browser, { css: ".summary" });
        await holds(browser, "email", person.email);
        await until(
          browser,
          "the password to be gone",
          () => document.querySelector<HTMLInputElement>("main [name=password]")?.value === "",
        );
      },
    ],
    [
      "the right one leads to the profile, and the token is in local storage",
      async (place) => {
        const { browser, person } = place;
        await fill(browser, "main [name=password]", person.password);
        await browser.type(keys.enter);
        await see(browser, heading(person.name));
        await isAt(place, "/myprofile");
        await until(browser, "the token", () =>
          /^ey[\w-]+\.ey[\w-]+\.[\w-]+$/.test(localStorage.getItem("access-token") ?? ""),
        );
      },
    ],
    [
      "signing out takes the token away and leads out",
      async ({ browser }) => {
        await press(browser, { css: "main button", text: "Sign out" });
        await see(browser, { css: "main", text: "You are signed out." });
        await until(browser, "the token to be gone", () => localStorage.getItem("access-token") === null);
        // Leaving earlier would cancel scripts, which Firefox reports as errors.
        await waitForScripts(browser);
      },
    ],
  ],
};

/** Scrolls through the page, because pictures further down load lazily. */
async function picturesHaveLoaded(browser: Browser): Promise<void> {
  const missing = await browser.run(async () => {
    const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      await wait(40);
    }
    const images = [...document.images].filter((image) => image.checkVisibility());
    const isThere = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
    for (let tries = 0; tries < 100; tries += 1) {
      const missing = images.find((image) => !isThere(image));
      if (!missing) break;
      // A busy browser may have scrolled past without loading it.
      missing.scrollIntoView({ behavior: "instant" });
      await wait(100);
    }
    scrollTo({ top: 0, behavior: "instant" });
    return images.filter((image) => !isThere(image)).map(({ src }) => src);
  });
  if (missing.length > 0) throw new Error(`Not loaded: ${missing.join(", ")}`);
}

/** Whether the family's file has loaded and the element's style lists it first among those with its characters. */
async function isSetIn(browser: Browser, family: string, css: string): Promise<void> {
  await until(
    browser,
    `${family} in ${css}`,
    (name, selector) => {
      const element = document.querySelector(selector);
      const isLoaded = [...document.fonts].some(
        (font) => font.family.replaceAll('"', "") === name && font.status === "loaded",
      );
      return isLoaded && element !== null && getComputedStyle(element).fontFamily.includes(name);
    },
    family,
    css,
  );
}

async function holds(browser: Browser, field: string, value: string): Promise<void> {
  const found = await browser.run(
    (name) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)?.value,
    field,
  );
  if (found !== value) throw new Error(`The field ${field} holds “${found}” and not “${value}”.`);
}

async function isAt({ browser }: Place, path: string): Promise<void> {
  await until(browser, `the address ${path}`, (wanted) => location.pathname === wanted, path);
}

function topOfHeading(browser: Browser): Promise<number | undefined> {
  return browser.run(() => document.querySelector("main h1")?.getBoundingClientRect().top);
}
