import { group, image, line, linkTarget, list, markdownText, text } from "#app/fields/fields.ts";

export const about = group("About", {
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
export const contact = group("Contact", {
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
      "Closing band",
      {
        heading: line("Heading", { max: 140 }),
        label: line("Button text", { max: 40 }),
        href: linkTarget("Link"),
      },
      { hint: "The last word of this page and of those below it. Empty: the one of the home page." },
    ),
  });

export const pages = group("Page headings", {
  services: page("Services"),
  media: page("Media Center"),
  clients: page("Our Clients"),
  portfolio: page("Portfolio"),
  blog: page("Blog"),
  contact: page("Contact"),
  callToAction: page("Call to action"),
});

const unpublished = "The page is published once it has text.";

export const legal = group("Legal pages", {
  terms: markdownText("Terms and conditions", { hint: unpublished }),
  privacy: markdownText("Privacy", { hint: unpublished }),
});
