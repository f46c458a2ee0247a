import { groupSetting, lineSetting, linkSetting, listSetting, order, textSetting } from "../setting.ts";

/** The parts of the home page below its first screen, and what staff call them. */
const parts = {
  services: "Services",
  numbers: "Numbers",
  clients: "Clients",
  work: "Featured work",
  process: "Process",
  quote: "Testimonial",
  posts: "Latest posts",
  cta: "Call to action",
} as const;

// The keys of the record itself.
export const homeSections = Object.keys(parts) as readonly (keyof typeof parts)[];

const button = (label: string) =>
  groupSetting(label, { label: lineSetting("Button text", { max: 40 }), href: linkSetting("Link") });

export const home = groupSetting("Home", {
  headline: lineSetting("Headline", { max: 140, hint: "One sentence that says what the company does." }),
  lead: textSetting("Subheading", { max: 300 }),
  primary: button("First button"),
  secondary: button("Second button"),
  facts: listSetting(
    "Facts",
    { label: lineSetting("Label", { max: 60 }), value: lineSetting("Fact", { max: 120 }) },
    { one: "fact", max: 3, hint: "Shown beside the headline." },
  ),
  servicesHeading: lineSetting("Services heading", { max: 120 }),
  numbers: textSetting("Numbers", {
    max: 400,
    hint: "One sentence. Text between asterisks is blue: We shipped *9* projects.",
  }),
  workHeading: lineSetting("Featured work heading", { max: 120 }),
  process: groupSetting("Process", {
    heading: lineSetting("Heading", { max: 120 }),
    steps: listSetting(
      "Steps",
      {
        when: lineSetting("When", { max: 60 }),
        title: lineSetting("Title", { max: 80 }),
        text: textSetting("Text", { max: 300 }),
      },
      { one: "step", max: 6 },
    ),
  }),
  postsHeading: lineSetting("Latest posts heading", { max: 120 }),
  cta: groupSetting("Call to action", {
    heading: lineSetting("Heading", { max: 140 }),
    label: lineSetting("Button text", { max: 40 }),
    href: linkSetting("Link"),
  }),
  order: order("Section order", parts, { hint: "Hidden sections do not appear on the home page." }),
});
