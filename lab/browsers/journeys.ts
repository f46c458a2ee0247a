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
      "the home page links to the blog",
      async (place) => {
        await visit(place.browser, place.site);
        await press(place.browser, { css: "main a[href='/blog'], footer a[href='/blog']" });
        await see(place.browser, { css: "main .list li" });
        await isAt(place, "/blog");
      },
    ],
    [
      "a post opened from the list is scrolled to the top",
      async (place) => {
        await until(place.browser, "the list to scroll", () => {
          scrollTo({ top: 900, behavior: "instant" });
          return scrollY > 800;
        });
        await press(place.browser, { css: "main .list li:nth-of-type(3) a" });
        await see(place.browser, { css: "main .prose" });
        await until(place.browser, "the post to be at its top", () => scrollY < 5);
      },
    ],
    [
      "going back restores the scroll position of the list",
      async ({ browser }) => {
        await browser.run(() => history.back());
        await see(browser, { css: "main .list li" });
        await until(browser, "the scroll position", () => scrollY > 600);
      },
    ],
    ["all pictures of the list load", async ({ browser }) => picturesHaveLoaded(browser)],
    [
      "a Bangla title in an English list uses the Bangla font",
      async ({ browser }) => usesFont(browser, "Anek Bangla", "main .list [lang=bn]"),
    ],
    [
      "a Bangla post uses the Bangla font",
      async (place) => {
        await press(place.browser, { css: "main .list a", text: "বাংলা হরফে" });
        await see(place.browser, { css: "main .prose[lang=bn]" });
        await usesFont(place.browser, "Anek Bangla", "main .prose[lang=bn]");
      },
    ],
    ["English text uses the Latin font", async ({ browser }) => usesFont(browser, "Anek Latin", "footer")],
  ],
  menu: [
    [
      "a click opens the services menu, which links to a service",
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
      "Enter opens a menu, Tab moves into it, Escape closes it and restores the focus",
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
          "the focus in the menu",
          () => document.activeElement?.closest(".drop") !== null,
        );
        await browser.type(keys.escape);
        await see(browser, { css: "nav[aria-label=Main] .drop a[href^='/media/']" }, false);
        await until(
          browser,
          "the focus to be restored",
          () => document.activeElement?.textContent?.trim() === "Media Center",
        );
      },
    ],
    [
      "a click outside closes the menu, and the content does not move",
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
      "an invalid form shows its errors and keeps the typed text",
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
          "the address to be marked invalid",
          () => document.querySelector("main [name=email][aria-invalid=true]") !== null,
        );
        await hasValue(browser, "name", "Nadia of the tea garden");
        await hasValue(browser, "email", "not an address");
        await hasValue(browser, "message", "First line\nসেকেন্ড লাইন");
      },
    ],
    [
      "typed text is restored after leaving the page",
      async (place) => {
        await visit(place.browser, `${place.site}/about`);
        await visit(place.browser, `${place.site}/contact`);
        await until(place.browser, "the draft", () => {
          const field = document.querySelector<HTMLTextAreaElement>("main [name=message]");
          return field?.value === "First line\nসেকেন্ড লাইন";
        });
        await hasValue(place.browser, "name", "Nadia of the tea garden");
      },
    ],
    [
      "a corrected form is sent and shows a reference",
      async ({ browser }) => {
        await browser.run(() => document.querySelector<HTMLInputElement>("main [name=email]")?.select());
        await fill(browser, "main [name=email]", "");
        await browser.run(() => document.querySelector<HTMLInputElement>("main [name=email]")?.select());
        await browser.type("nadia@tea.example");
        await hasValue(browser, "email", "nadia@tea.example");
        await press(browser, { css: "main label[for=f-consent]" });
        await press(browser, { css: "main button", text: "Send message" });
        await until(browser, "the reference", () =>
          /^FD-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(document.querySelector(".ref")?.textContent?.trim() ?? ""),
        );
        await until(browser, "the address with the reference", () => location.search.startsWith("?sent=FD-"));
      },
    ],
  ],
  "sign-in": [
    [
      "a wrong password is rejected; the address stays, the password is cleared",
      async (place) => {
        const { browser, person } = place;
        await visit(browser, `${place.site}/login`);
        await fill(browser, "main [name=email]", person.email);
        await fill(browser, "main [name=password]", "not the password at all");
        await press(browser, { css: "main button", text: "Sign in" });
        await see(browser, { css: ".summary" });
        await hasValue(browser, "email", person.email);
        await until(
          browser,
          "the password to be cleared",
          () => document.querySelector<HTMLInputElement>("main [name=password]")?.value === "",
        );
      },
    ],
    [
      "a correct password opens the profile and stores the token",
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
      "signing out removes the token and shows a message",
      async ({ browser }) => {
        await press(browser, { css: "main button", text: "Sign out" });
        await see(browser, { css: "main", text: "You are signed out." });
        await until(browser, "the token to be removed", () => localStorage.getItem("access-token") === null);
        // Leaving earlier would cancel scripts, which Firefox reports as errors.
        await waitForScripts(browser);
      },
    ],
  ],
};

/** Scrolls through the page, because pictures load lazily. */
async function picturesHaveLoaded(browser: Browser): Promise<void> {
  const missing = await browser.run(async () => {
    const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: "instant" });
      await wait(40);
    }
    const images = [...document.images].filter((image) => image.checkVisibility());
    const hasLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
    for (let tries = 0; tries < 100; tries += 1) {
      const missing = images.find((image) => !hasLoaded(image));
      if (!missing) break;
      // A busy browser may have scrolled past without loading it.
      missing.scrollIntoView({ behavior: "instant" });
      await wait(100);
    }
    scrollTo({ top: 0, behavior: "instant" });
    return images.filter((image) => !hasLoaded(image)).map(({ src }) => src);
  });
  if (missing.length > 0) throw new Error(`Not loaded: ${missing.join(", ")}`);
}

/** Waits until the font has loaded and the style of the element lists it. */
async function usesFont(browser: Browser, family: string, css: string): Promise<void> {
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

async function hasValue(browser: Browser, field: string, value: string): Promise<void> {
  const found = await browser.run(
    (name) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)?.value,
    field,
  );
  if (found !== value) throw new Error(`The field ${field} contains “${found}” instead of “${value}”.`);
}

async function isAt({ browser }: Place, path: string): Promise<void> {
  await until(browser, `the address ${path}`, (wanted) => location.pathname === wanted, path);
}

function topOfHeading(browser: Browser): Promise<number | undefined> {
  return browser.run(() => document.querySelector("main h1")?.getBoundingClientRect().top);
}
