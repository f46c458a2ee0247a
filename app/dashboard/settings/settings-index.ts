import { fieldsOfSection, sections } from "#app/domain/company/sections.ts";
import { describeFields, type Field } from "#app/lib/fields/field.ts";
import type { FieldItem } from "#app/lib/fields/inputs.ts";
import { foldForSearch, type SettingsEntry, type SettingsGroup } from "./settings-search.ts";

/** Lists the settings screens in groups; sections without a group belong to the website. */
export function listSettings(): SettingsGroup[] {
  const named = groups.flatMap(({ names }) => names);
  const entries = new Map([...sections.map(describeSection), ...otherScreens].map((one) => [one.path, one]));
  const unnamed = sections.map(({ name }) => name).filter((name) => !named.includes(name));
  return groups.map(({ title, names }) => ({
    title,
    entries: [...names, ...(title === website ? unnamed : [])].flatMap(
      (name) => entries.get(pathOf(name)) ?? [],
    ),
  }));
}

const website = "Website";

/** Names of sections and other screens, in display order. */
const groups: readonly { title: string; names: readonly string[] }[] = [
  { title: "Company", names: ["company", "offices", "opening", "links", "payment", "legal"] },
  { title: website, names: ["home", "about", "contact", "pages", "footer"] },
  { title: "E-mail and integrations", names: ["newsletter", "connections", "webhooks", "tokens"] },
  {
    title: "Administration",
    names: ["site", "accounts", "backups", "import", "export", "sample", "system"],
  },
];

/** Additional search words for each screen, by name. */
const synonyms: Record<string, string> = {
  company: "logo brand organisation organization title slogan phone e-mail about us founded copyright",
  offices: "address location branch map",
  opening: "business hours weekend holiday eid closed working days",
  links: "facebook linkedin instagram twitter youtube github social media whatsapp chat",
  payment: "pay checkout invoice bkash stripe",
  legal: "gdpr imprint terms conditions privacy policy cookies",
  home: "homepage start page landing hero front page",
  about: "team staff people story values",
  contact: "form response",
  pages: "title headline seo intro",
  footer: "bottom services",
  newsletter: "subscribe sign-up mailing list sending rate speed",
  connections: "smtp mail server email test message google login oauth sso",
  webhooks: "zapier events notifications integration",
  tokens: "api key mcp assistant claude access integration",
  site: "timezone clock date utc dark mode night theme splash intro general",
  accounts: "security 2fa mfa two-step session timeout idle sign out log out password",
  backups: "restore copy retention schedule",
  import: "wordpress ghost migrate upload move",
  export: "download migrate move backup",
  sample: "demo example content remove",
  system: "server health instances jobs status",
};

const otherScreens: readonly SettingsEntry[] = [
  {
    name: "webhooks",
    title: "Webhooks",
    lead: "Notify other programs about new and changed content and messages.",
  },
  {
    name: "tokens",
    title: "Service tokens",
    lead: "Let other programs and assistants (MCP) use the API.",
  },
  {
    name: "connections",
    title: "E-mail and Google",
    lead: "Whether e-mail and Google sign-in work. Send a test e-mail.",
  },
  {
    name: "system",
    title: "System",
    lead: "The server processes of the site, and the shared work each of them does.",
  },
  {
    name: "import",
    title: "Import",
    lead: "Import a site from WordPress, Ghost or another Frontdesk.",
  },
  {
    name: "export",
    title: "Export",
    lead: "Download the site as one file.",
  },
  {
    name: "sample",
    title: "Sample content",
    lead: "Remove the sample company once you have added yours.",
  },
].map(({ name, title, lead }) => ({
  path: pathOf(name),
  title,
  lead,
  labels: [],
  synonyms: foldForSearch(synonyms[name] ?? ""),
}));

function describeSection(section: (typeof sections)[number]): SettingsEntry {
  const { name, title, lead } = section;
  return {
    path: pathOf(name),
    title,
    lead,
    labels: listLabels(fieldsOfSection(section)),
    synonyms: foldForSearch(synonyms[name] ?? ""),
  };
}

function pathOf(name: string): string {
  return ["webhooks", "tokens"].includes(name) ? `/dashboard/${name}` : `/dashboard/settings/${name}`;
}

/** Labels of fields and nested fields, without duplicates. */
function listLabels(fields: Readonly<Record<string, Field>>): string[] {
  const labels = new Set<string>();
  const collect = (described: FieldItem): void => {
    for (const field of Object.values(described)) {
      labels.add(field.label);
      if ("item" in field) collect(field.item);
    }
  };
  collect(describeFields(fields));
  return [...labels];
}
