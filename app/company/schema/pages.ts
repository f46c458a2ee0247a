import { group, line, list, richText, text } from "../setting.ts";

export const about = group("About", {
  heading: line("Heading", { max: 140 }),
  lead: text("Line under it", { max: 400 }),
  story: richText("Story"),
  valuesHeading: line("Heading over values", { max: 120 }),
  values: list(
    "Values",
    { title: line("Title", { max: 120 }), text: text("Text", { max: 600 }) },
    { one: "value", max: 12 },
  ),
  team: list(
    "Team",
    { name: line("Name", { max: 120 }), role: line("Role", { max: 120 }) },
    { one: "person or group", max: 60, hint: "Without any, the page has no such part." },
  ),
});

const page = (label: string) =>
  group(label, { heading: line("Heading", { max: 140 }), lead: text("Line under it", { max: 400 }) });

export const pages = group("Page heads", {
  services: page("Services"),
  media: page("Media Center"),
  clients: page("Our Clients"),
  portfolio: page("Portfolio"),
  blog: page("Blog"),
  contact: page("Contact"),
  callToAction: page("Call to action"),
});

const unpublished = "Published as soon as it has words.";

export const legal = group("Legal pages", {
  terms: richText("Terms and conditions", { hint: unpublished }),
  privacy: richText("Privacy", { hint: unpublished }),
});
