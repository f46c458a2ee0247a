import { objectSchema, type ValuesOf } from "#app/fields/field.ts";
import {
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
} from "#app/fields/fields.ts";

const company = group("Company", {
  name: line("Name", { max: 80, hint: "Shown in the header, in page titles and in e-mails." }),
  legalName: line("Legal name", { max: 160 }),
  tagline: line("Tagline", { max: 160, hint: "A few words beside the name and in search results." }),
  description: text("Description", { max: 500, hint: "For search engines and shared links." }),
  foundedYear: whole("Founded in", 2022, { min: 1800, max: 2199 }),
  email: email("E-mail", { hint: "People write to this address; e-mails show it too." }),
  replyTime: line("Reply time", {
    max: 80,
    hint: "The end of “We reply within …”, such as: three hours on a working day. On the home page, at the forms and in receipts.",
  }),
  phone: phoneNumber("Phone", { hint: "With its country code: +880 1700-000142." }),
  whatsapp: group("WhatsApp", {
    number: phoneNumber("Number", { hint: "With its country code. Leave empty to hide the button." }),
    label: line("Button text", { max: 80 }),
    shortLabel: line("Button text on phones", { max: 14, hint: "One short word, such as: WhatsApp." }),
  }),
  payment: group("Payment", {
    url: linkTarget("Payment form URL", {
      hint: "Opens in a new tab. Leave empty to hide the button.",
    }),
    label: line("Button text", { max: 80 }),
    shortLabel: line("Button text on phones", { max: 14, hint: "One short word, such as: Pay." }),
  }),
  social: group("Social networks", {
    facebook: linkTarget("Facebook"),
    linkedin: linkTarget("LinkedIn"),
    x: linkTarget("X"),
    youtube: linkTarget("YouTube"),
  }),
  copyrightFrom: whole("Copyright since", 2022, { min: 1800, max: 2199 }),
  timeZone: timeZone("Time zone", { hint: "For days and times in the dashboard and in e-mails." }),
  newsletter: group("Newsletter", {
    heading: line("Heading", { max: 120 }),
    text: line("Text", { max: 240, hint: "What you send, and how often." }),
    sample: group(
      "Sample newsletter",
      { subject: line("Subject", { max: 150 }), body: markdownText("Text") },
      {
        hint: "Readable in the archive, and called a sample there, until the first newsletter has gone out.",
      },
    ),
  }),
});

const footerServices = lines("Our Services", {
  max: 5,
  hint: "Shown in the footer, one per line, up to five.",
});

const offices = list(
  "Offices",
  {
    city: line("City", { max: 80 }),
    address: text("Address", { max: 300 }),
    postcode: line("Postcode", { max: 20 }),
    country: line("Country", { max: 80 }),
    phone: phoneNumber("Phone"),
    email: email("E-mail"),
    hours: line("Opening hours", { max: 160 }),
    mapUrl: linkTarget("Map URL"),
    picture: image("Picture", { hint: "The house or a room. Without one, a cloth is woven from the city." }),
    latitude: decimal("Latitude", { min: -90, max: 90, hint: "For search engines." }),
    longitude: decimal("Longitude", { min: -180, max: 180 }),
  },
  { one: "office", max: 4 },
);

/** The parts of the home page below its first screen, and what staff call them. */
const parts = {
  numbers: "Numbers",
  clients: "Clients",
  work: "Featured work",
  services: "Services",
  promises: "Promises",
  process: "Process",
  quote: "Testimonial",
  posts: "Latest posts",
  cta: "Call to action",
} as const;

// The keys of the record itself.
export const homeSections = Object.keys(parts) as readonly (keyof typeof parts)[];

const button = (label: string) =>
  group(label, { label: line("Button text", { max: 40 }), href: linkTarget("Link") });

const home = group("Home", {
  headline: line("Headline", { max: 140, hint: "One sentence that says what the company does." }),
  lead: text("Subheading", { max: 300 }),
  picture: image("Picture", { hint: "Shown whole on the cloth beside the headline." }),
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
  order: order("Section order", parts, { hint: "Hidden sections do not appear on the home page." }),
});

const about = group("About", {
  heading: line("Heading", { max: 140 }),
  lead: text("Subheading", { max: 400 }),
  story: markdownText("Story"),
  valuesHeading: line("Values heading", { max: 120 }),
  values: list(
    "Values",
    {
      title: line("Title", { max: 120 }),
      figure: line("Figure", { max: 24, hint: "Large, above the title, such as: 35 of 38." }),
      text: text("Text", { max: 600 }),
    },
    { one: "value", max: 12, hint: "The first four stand on the home page as well." },
  ),
  team: list(
    "Team",
    {
      name: line("Name", { max: 120 }),
      role: line("Role", { max: 120 }),
      picture: image("Portrait", { hint: "Upright. Without one, a cloth is woven from the name." }),
    },
    { one: "person or group", max: 60, hint: "Leave empty to hide this section." },
  ),
});

/** What stands beside the contact form. */
const contact = group("Contact", {
  answers: group("Who answers", {
    name: line("Name", { max: 120, hint: "Leave empty to name nobody." }),
    role: line("Role", { max: 120 }),
    picture: image("Portrait", { hint: "Upright. Without one, a cloth is woven from the name." }),
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
        hint: "Ends this page and those below it. If it is empty, the home page’s is shown, as it is on the page its link leads to.",
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
    hint: "One and a half seconds of weaving, once per browser tab.",
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
});

const backups = group("Backups", {
  everyHours: whole("Hours between backups", 24, {
    min: 1,
    max: 168,
    hint: "Each is proven once it is made. One more can be made at any time.",
  }),
  keep: group(
    "Kept",
    {
      days: whole("Days", 7, { min: 1, max: 90 }),
      weeks: whole("Weeks", 4, { min: 1, max: 104 }),
      months: whole("Months", 12, { min: 1, max: 120 }),
    },
    {
      hint: "Of each of the last days, weeks and months one backup stays. The newest proven one always stays.",
    },
  ),
});

/** What a form draws for all of them, in rooms. */
export const settingFields = {
  company,
  footerServices,
  offices,
  home,
  about,
  contact,
  pages,
  legal,
  site,
  mail,
  accounts,
  backups,
};

/** Every word, number and link of the company that is not an entry; one record, checked as a whole. */
export const settingsSchema = objectSchema(settingFields);

export type Settings = ValuesOf<typeof settingFields>;

/** The settings of a company that has said nothing yet. */
export const emptySettings: Settings = settingsSchema.parse({});
