import type { FormField } from "./form-field.ts";
import { settingFields } from "./settings-schema.ts";

/** Which part of a page a setting changes, for the small picture beside its form. */
export type PagePart =
  | "header"
  | "hero"
  | "body"
  | "head"
  | "footer"
  | "strip"
  | "text"
  | "dashboard"
  | "mail";

/** Settings that are looked after together, on a form of their own. */
export interface SettingsSection {
  name: string;
  title: string;
  lead: string;
  /** Paths of its settings, such as "company.name". */
  paths: readonly string[];
  /** Pages that show them. */
  shownAt: readonly { name: string; path: string }[];
  parts: readonly PagePart[];
}

const everyPage = { name: "Every page", path: "/" };
const home = { name: "Home", path: "/" };
const about = { name: "About Us", path: "/about" };
const contact = { name: "Contact", path: "/contact" };
const ofCompany = (...names: string[]) => names.map((name) => `company.${name}`);

export const sections: readonly SettingsSection[] = [
  {
    ...{ name: "company", title: "Company", lead: "What the company is called and how it is reached." },
    paths: ofCompany(
      ...["name", "legalName", "tagline", "description", "foundedYear", "email", "phone", "copyrightFrom"],
    ),
    ...{ shownAt: [everyPage, about], parts: ["header", "footer"] },
  },
  {
    ...{ name: "offices", title: "Offices", lead: "Where people find you; the footer shows the first two." },
    ...{ paths: ["offices"], shownAt: [contact, about], parts: ["footer", "body"] },
  },
  {
    ...{ name: "links", title: "Links and social networks", lead: "Ways to you on other sites." },
    ...{ paths: ofCompany("social", "whatsapp"), shownAt: [everyPage], parts: ["footer", "strip"] },
  },
  {
    ...{ name: "footer", title: "Footer", lead: "The names under “Our Services”." },
    ...{ paths: ["footerServices"], shownAt: [everyPage], parts: ["footer"] },
  },
  {
    ...{ name: "payment", title: "Payment", lead: "The button that opens your payment provider’s form." },
    ...{ paths: ofCompany("payment"), shownAt: [everyPage], parts: ["strip"] },
  },
  {
    ...{ name: "home", title: "Home page", lead: "Its words, and the order of its parts." },
    ...{ paths: ["home"], shownAt: [home], parts: ["hero", "body"] },
  },
  {
    ...{ name: "about", title: "About page", lead: "Story, values and team." },
    ...{ paths: ["about"], shownAt: [about], parts: ["head", "text"] },
  },
  {
    ...{ name: "pages", title: "Page heads", lead: "The heading of each list, and the line under it." },
    paths: ["pages"],
    shownAt: [
      ...[
        { name: "Services", path: "/services" },
        { name: "Media Center", path: "/media" },
      ],
      ...[
        { name: "Our Clients", path: "/clients" },
        { name: "Portfolio", path: "/portfolio" },
      ],
      ...[{ name: "Blog", path: "/blog" }, contact, { name: "Call to action", path: "/calltoaction" }],
    ],
    parts: ["head"],
  },
  {
    ...{ name: "legal", title: "Terms and privacy", lead: "Each page is public once it has words." },
    paths: ["legal"],
    shownAt: [
      { name: "Terms", path: "/terms" },
      { name: "Privacy", path: "/privacy" },
    ],
    parts: ["text"],
  },
  {
    ...{
      name: "newsletter",
      title: "Newsletter",
      lead: "The words beside the sign-up, and how fast newsletters leave.",
    },
    paths: [...ofCompany("newsletter"), "mail"],
    ...{ shownAt: [everyPage, { name: "Newsletter", path: "/newsletter" }], parts: ["footer", "mail"] },
  },
  {
    ...{
      name: "site",
      title: "Splash and time zone",
      lead: "How the site begins, and whose clock it keeps.",
    },
    ...{ paths: ["site", "company.timeZone"], shownAt: [home], parts: ["dashboard", "mail"] },
  },
  {
    ...{ name: "accounts", title: "Accounts", lead: "When staff need a second step to sign in." },
    ...{ paths: ["accounts"], shownAt: [], parts: ["dashboard"] },
  },
];

export function findSection(name: string): SettingsSection | undefined {
  return sections.find((section) => section.name === name);
}

/** The fields of a section's form, each under its whole path. */
export function fieldsOfSection({ paths }: SettingsSection): FormField[] {
  return paths.map((path) => ({ ...fieldAt(path), name: path }));
}

function fieldAt(path: string): FormField {
  let [fields, found]: [readonly FormField[], FormField | undefined] = [settingFields, undefined];
  for (const step of path.split(".")) {
    found = fields.find(({ name }) => name === step);
    fields = found?.input.type === "group" ? found.input.fields : [];
  }
  if (!found) throw new TypeError(`There is no setting ${path}`);
  return found;
}
