import { objectSchema, type ValuesOf } from "#app/lib/fields/field.ts";
import {
  clockRanges,
  date,
  decimal,
  email,
  flag,
  group,
  image,
  line,
  lines,
  linkTarget,
  list,
  markdownText,
  order,
  phoneNumber,
  text,
  timeZone,
  whole,
  wholeOrNone,
} from "#app/lib/fields/fields.ts";

const company = group("Company", {
  name: line("Name", { max: 80, hint: "Shown in the header, in page titles and in e-mails." }),
  legalName: line("Legal name", { max: 160 }),
  tagline: line("Tagline", { max: 160, hint: "A few words beside the name and in search results." }),
  description: text("Description", { max: 500, hint: "For search engines and shared links." }),
  foundedYear: wholeOrNone("Founded in", null, { min: 1800, max: 2199 }),
  email: email("E-mail", { hint: "People write to this address; e-mails show it too." }),
  replyTime: line("Reply time", {
    max: 80,
    hint: "The end of “We reply within …”, e.g. three hours on a working day. On the home page, at the forms and in receipts.",
  }),
  phone: phoneNumber("Phone", { hint: "With its country code: +880 1700-000142." }),
  whatsapp: group("WhatsApp", {
    number: phoneNumber("Number", { hint: "With its country code. Leave empty to hide the button." }),
    label: line("Button text", { max: 80 }),
    shortLabel: line("Button text on phones", { max: 14, hint: "One short word, e.g. WhatsApp." }),
  }),
  payment: group("Payment", {
    url: linkTarget("Payment form URL", {
      hint: "Opens in a new tab. Leave empty to hide the button.",
    }),
    label: line("Button text", { max: 80 }),
    shortLabel: line("Button text on phones", { max: 14, hint: "One short word, e.g. Pay." }),
    invoice: line("Invoice number", { max: 160, hint: "Which number is needed, and where to find it." }),
    accepted: line("Accepted", { max: 160, hint: "Cards, mobile wallets, bank transfer." }),
    help: line("Questions", { max: 160, hint: "Whom to ask about an invoice." }),
  }),
  social: group("Social networks", {
    facebook: linkTarget("Facebook"),
    linkedin: linkTarget("LinkedIn"),
    x: linkTarget("X"),
    youtube: linkTarget("YouTube"),
  }),
  copyrightFrom: wholeOrNone("Copyright since", null, {
    min: 1800,
    max: 2199,
    hint: "Leave empty to show the current year alone.",
  }),
  timeZone: timeZone("Time zone", { hint: "For days and times in the dashboard and in e-mails." }),
  newsletter: group("Newsletter", {
    heading: line("Heading", { max: 120 }),
    text: line("Text", { max: 240, hint: "What you send, and how often." }),
    sample: group(
      "Sample newsletter",
      { subject: line("Subject", { max: 150 }), body: markdownText("Text") },
      {
        hint: "Shown in the archive, marked as a sample, until the first newsletter is sent.",
      },
    ),
  }),
});

const footerServices = lines("Our Services", {
  max: 5,
  hint: "Shown in the footer, one per line, up to five.",
});

const opening = group(
  "Opening hours",
  {
    sunday: clockRanges("Sunday"),
    monday: clockRanges("Monday"),
    tuesday: clockRanges("Tuesday"),
    wednesday: clockRanges("Wednesday"),
    thursday: clockRanges("Thursday"),
    friday: clockRanges("Friday"),
    saturday: clockRanges("Saturday"),
    holidays: list(
      "Holidays",
      {
        name: line("Name", { max: 60 }),
        from: date("First day"),
        to: date("Last day, if more than one"),
        hours: clockRanges("Hours", { hint: "Leave empty if you are closed." }),
      },
      { one: "holiday", max: 60 },
    ),
  },
  { hint: "E.g. 10:00–18:00, or 10:00–13:00, 14:00–18:00. A day without hours is closed." },
);

const offices = list(
  "Offices",
  {
    city: line("City", { max: 80 }),
    address: text("Address", { max: 300 }),
    postcode: line("Postcode", { max: 20 }),
    country: line("Country", { max: 80 }),
    phone: phoneNumber("Phone"),
    email: email("E-mail"),
    hours: line("Hours, if different", {
      max: 160,
      hint: "Shown for this office in place of the company’s opening hours.",
    }),
    mapUrl: linkTarget("Map URL"),
    picture: image("Picture", { hint: "Photo of the building or a room. Optional." }),
    latitude: decimal("Latitude", { min: -90, max: 90, hint: "For search engines." }),
    longitude: decimal("Longitude", { min: -180, max: 180 }),
  },
  { one: "office", max: 4 },
);

/** Sections of the home page below the hero, with their labels in the dashboard. */
const parts = {
  numbers: "Numbers",
  clients: "Clients",
  work: "Featured work",
  services: "Services",
  promises: "Promises",
  process: "Process",
  quote: "Testimonial",
  posts: "Latest posts",
  cloth: "Your name, as cloth",
  cta: "Call to action",
} as const;

// Object.keys loses the types of the keys.
export const homeSections = Object.keys(parts) as readonly (keyof typeof parts)[];

/** Sections of a new site's home page; staff add others. */
const firstSections = homeSections.filter((section) => section !== "cloth");

const button = (label: string) =>
  group(label, { label: line("Button text", { max: 40 }), href: linkTarget("Link") });

const home = group("Home", {
  headline: line("Headline", { max: 140, hint: "One sentence that says what the company does." }),
  lead: text("Subheading", { max: 300 }),
  picture: image("Picture", { hint: "Shown uncropped beside the headline." }),
  primary: button("First button"),
  secondary: button("Second button"),
  facts: list(
    "Facts",
    { label: line("Label", { max: 60 }), value: line("Fact", { max: 120 }) },
    { one: "fact", max: 3, hint: "Shown beside the headline." },
  ),
  servicesHeading: line("Services heading", { max: 120 }),
  numbers: text("Numbers", {
    max: 400,
    hint: "One sentence. Text between asterisks is blue: We shipped *9* projects.",
  }),
  workHeading: line("Featured work heading", { max: 120 }),
  process: group("Process", {
    heading: line("Heading", { max: 120 }),
    steps: list(
      "Steps",
      {
        when: line("When", { max: 60 }),
        title: line("Title", { max: 80 }),
        text: text("Text", { max: 300 }),
      },
      { one: "step", max: 6 },
    ),
  }),
  postsHeading: line("Latest posts heading", { max: 120 }),
  cta: group("Call to action", {
    heading: line("Heading", { max: 140 }),
    label: line("Button text", { max: 40 }),
    href: linkTarget("Link"),
  }),
  order: order("Section order", parts, {
    first: firstSections,
    hint: "Hidden sections do not appear on the home page.",
  }),
});

const about = group("About", {
  heading: line("Heading", { max: 140 }),
  lead: text("Subheading", { max: 400 }),
  story: markdownText("Story"),
  picture: image("Picture", { hint: "Beside the story. If empty, a pattern is used." }),
  valuesHeading: line("Values heading", { max: 120 }),
  values: list(
    "Values",
    {
      title: line("Title", { max: 120 }),
      figure: line("Figure", { max: 24, hint: "Large, above the title, e.g. 35 of 38." }),
      text: text("Text", { max: 600 }),
    },
    { one: "value", max: 12, hint: "The first four also appear on the home page." },
  ),
  team: list(
    "Team",
    {
      name: line("Name", { max: 120 }),
      role: line("Role", { max: 120 }),
      picture: image("Portrait", { hint: "Portrait format. If empty, a pattern is used." }),
    },
    { one: "person or group", max: 60, hint: "Leave empty to hide this section." },
  ),
});

/** Content next to the contact form. */
const contact = group("Contact", {
  answers: group("Who answers", {
    name: line("Name", { max: 120, hint: "Leave empty to show no person." }),
    role: line("Role", { max: 120 }),
    picture: image("Portrait", { hint: "Portrait format. If empty, a pattern is used." }),
  }),
  next: group("What happens next", {
    heading: line("Heading", { max: 120 }),
    steps: list(
      "Steps",
      { title: line("Title", { max: 80 }), text: text("Text", { max: 240 }) },
      { one: "step", max: 3, hint: "From a message to an answer, in up to three steps." },
    ),
  }),
});

const page = (label: string) =>
  group(label, {
    heading: line("Heading", { max: 140 }),
    lead: text("Subheading", { max: 400 }),
    closing: group(
      "Call to action at the end",
      {
        heading: line("Heading", { max: 140 }),
        label: line("Button text", { max: 40 }),
        href: linkTarget("Link"),
      },
      {
        hint: "Shown at the end of this page and its subpages. The home page’s is shown instead if this is empty, and on the page that the link opens.",
      },
    ),
  });

const pages = group("Page headings", {
  services: page("Services"),
  media: page("Media Center"),
  clients: page("Our Clients"),
  portfolio: page("Portfolio"),
  blog: page("Blog"),
  contact: page("Contact"),
  callToAction: page("Call to action"),
});

const search = group("Search", {
  synonyms: lines("Synonyms", {
    max: 60,
    maxLine: 240,
    rows: 10,
    hint: "Words that mean the same, separated by commas, one group per line: website, web development, ওয়েবসাইট.",
  }),
});

const unpublished = "The page is published once it has text.";

const legal = group("Legal pages", {
  terms: markdownText("Terms and conditions", { hint: unpublished }),
  privacy: markdownText("Privacy", { hint: unpublished }),
});

const site = group("Site", {
  night: flag("Dark mode", {
    isOn: true,
    hint: "Visitors whose phone or computer is set to dark mode see dark pages.",
  }),
  splash: flag("Show the opening animation", {
    isOn: true,
    hint: "1.5 seconds, once per tab.",
  }),
});

const mail = group("Mail", {
  newslettersPerMinute: whole("Newsletters per minute", 60, {
    min: 1,
    max: 3000,
    hint: "As many as your mail provider accepts. E-mails to one person are sent first.",
  }),
});

const accounts = group("Accounts", {
  secondStepGraceDays: whole("Days until staff need two-factor authentication", 7, {
    min: 0,
    max: 90,
    hint: "Counted from the day somebody becomes staff. With 0 it is required at once.",
  }),
  editorIdleMinutes: whole("Minutes until editors are signed out", 60, {
    min: 15,
    max: 480,
    hint: "Without any activity. From 15 minutes to 8 hours (480).",
  }),
  adminIdleMinutes: whole("Minutes until admins are signed out", 30, {
    min: 15,
    max: 30,
    hint: "Without any activity. At most 30 minutes.",
  }),
});

const backups = group("Backups", {
  everyHours: whole("Hours between backups", 24, {
    min: 1,
    max: 168,
    hint: "Each is verified after it is made. You can start another at any time.",
  }),
  keep: group(
    "Kept",
    {
      days: whole("Days", 7, { min: 1, max: 90 }),
      weeks: whole("Weeks", 4, { min: 1, max: 104 }),
      months: whole("Months", 12, { min: 1, max: 120 }),
    },
    {
      hint: "One backup is kept for each of the last days, weeks and months. The newest verified one is always kept.",
    },
  ),
});

/** Form fields of all settings, by group. */
export const settingFields = {
  company,
  footerServices,
  offices,
  opening,
  home,
  about,
  contact,
  pages,
  search,
  legal,
  site,
  mail,
  accounts,
  backups,
};

/** Schema of the company's settings: one record, validated as a whole. */
export const settingsSchema = objectSchema(settingFields);

export type Settings = ValuesOf<typeof settingFields>;

/** Settings of a new company. */
export const emptySettings: Settings = settingsSchema.parse({});
