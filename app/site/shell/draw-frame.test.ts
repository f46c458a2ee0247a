import { expect, test } from "vitest";
import { hiddenFields } from "#app/domain/leads/intake/forms.ts";
import type { FooterData } from "#app/site/parts/shell-data.ts";
import { renderFooter, renderQuickContact } from "./draw-frame.tsx";

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

test("a cached footer contains the path of its page", () => {
  expect(sourceOf(renderFooter({ footer, year: 2026 }, "/blog/one"))).toBe("/blog/one");
  expect(sourceOf(renderFooter({ footer, year: 2026 }, "/blog/$&-R&D'\"<"))).toBe(
    "/blog/$&amp;-R&amp;D&#39;&quot;&lt;",
  );
});

test("a page with its own newsletter form has none in the footer", () => {
  const hasSignUp = (path: string) => !/class="news" hidden/.test(renderFooter({ footer, year: 2026 }, path));
  expect([hasSignUp("/about"), hasSignUp("/newsletter"), hasSignUp("/about")]).toEqual([true, false, true]);
});

test("the next footer shows a new year and changed settings", () => {
  expect(renderFooter({ footer, year: 2026 }, "/")).toContain("2020–2026");
  expect(renderFooter({ footer, year: 2027 }, "/")).toContain("2020–2027");
  const company = { ...footer.company, copyrightFrom: null };
  expect(renderFooter({ footer: { ...footer, company }, year: 2027 }, "/")).toContain("© 2027 Made-up");
  expect(renderFooter({ footer: { ...footer, hasTerms: true }, year: 2027 }, "/")).toContain('href="/terms"');
});

const payment = {
  url: "https://pay.example/invoice",
  label: "Make Payment",
  shortLabel: "Pay",
  invoice: "Number at the top right.",
  accepted: "Cards and bKash.",
  help: "",
};
const ways = { phone: "", whatsapp: { number: "", label: "", shortLabel: "" } };

test("the payment button opens the provider and explains what it needs", () => {
  const html = renderQuickContact({ ...ways, payment });
  expect(html).toContain('href="https://pay.example/invoice" rel="noopener" target="_blank"');
  expect(html).toContain("Number at the top right.");
  expect(html).toContain("Cards and bKash.");
  expect(html.match(/class="more"/g)).toHaveLength(2);
});

test("a payment button without notes has only its name as tooltip", () => {
  const html = renderQuickContact({ ...ways, payment: { ...payment, invoice: "", accepted: "" } });
  expect(html).toContain("Make Payment");
  expect(html).not.toContain('class="more"');
});
