import { expect, test } from "vitest";
import { hiddenFields } from "#app/leads/intake/forms.ts";
import type { FooterData } from "#app/site/parts/shell-data.ts";
import { drawFooter } from "./draw-frame.tsx";

const footer: FooterData = {
  company: {
    name: "Made-up Systems",
    email: "",
    phone: "",
    whatsapp: { number: "", label: "", shortLabel: "" },
    social: { facebook: "", linkedin: "", x: "", youtube: "" },
    copyrightFrom: 2020,
  },
  offices: [],
  footerServices: [],
  newsletter: {
    heading: "",
    text: 'Never "path of the page", only letters.',
    sample: { subject: "", body: { type: "doc", content: [] } },
    consent: "Yes",
    submit: "Subscribe",
    hidden: hiddenFields,
  },
  hasTerms: false,
  hasPrivacy: false,
};

const sourceOf = (html: string) => / data-is="source"[^>]* value="([^"]*)"/.exec(html)?.[1];

test("a footer that was drawn before says the path of the page it stands on", () => {
  expect(sourceOf(drawFooter({ footer, year: 2026 }, "/blog/one"))).toBe("/blog/one");
  expect(sourceOf(drawFooter({ footer, year: 2026 }, "/blog/$&-R&D'\"<"))).toBe(
    "/blog/$&amp;-R&amp;D&#39;&quot;&lt;",
  );
});

test("a page with its own way to the newsletter gets a footer without one, whichever was drawn before", () => {
  const hasSignUp = (path: string) => !/class="news" hidden/.test(drawFooter({ footer, year: 2026 }, path));
  expect([hasSignUp("/about"), hasSignUp("/newsletter"), hasSignUp("/about")]).toEqual([true, false, true]);
});

test("a new year, and settings that were changed, are in the next footer", () => {
  expect(drawFooter({ footer, year: 2026 }, "/")).toContain("2020–2026");
  expect(drawFooter({ footer, year: 2027 }, "/")).toContain("2020–2027");
  expect(drawFooter({ footer: { ...footer, hasTerms: true }, year: 2027 }, "/")).toContain('href="/terms"');
});
