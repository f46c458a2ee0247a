import { group, image, line, linkTarget, list, order, text } from "#app/fields/fields.ts";

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

export const home = group("Home", {
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
