import { group, line, link, list, order, text } from "../setting.ts";

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

const button = (label: string) => group(label, { label: line("Words", { max: 40 }), href: link("Leads to") });

export const home = group("Home", {
  headline: line("Headline", { max: 140, hint: "One sentence that says what the company does." }),
  lead: text("Line under it", { max: 300 }),
  primary: button("First button"),
  secondary: button("Second button"),
  facts: list(
    "Live facts",
    { label: line("Label", { max: 60 }), value: line("Fact", { max: 120 }) },
    { one: "fact", max: 3, hint: "Beside the headline." },
  ),
  servicesHeading: line("Heading over services", { max: 120 }),
  numbers: text("Numbers", {
    max: 400,
    hint: "One sentence; what stands between asterisks is blue: We shipped *9* projects.",
  }),
  workHeading: line("Heading over work", { max: 120 }),
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
  postsHeading: line("Heading over posts", { max: 120 }),
  cta: group("Call to action", {
    heading: line("Heading", { max: 140 }),
    label: line("Words on the button", { max: 40 }),
    href: link("Leads to"),
  }),
  order: order("Order of the parts", parts, { hint: "A part that is not ticked is not shown." }),
});
