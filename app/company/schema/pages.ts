import { groupSetting, lineSetting, listSetting, richTextSetting, textSetting } from "../setting.ts";

export const about = groupSetting("About", {
  heading: lineSetting("Heading", { max: 140 }),
  lead: textSetting("Subheading", { max: 400 }),
  story: richTextSetting("Story"),
  valuesHeading: lineSetting("Values heading", { max: 120 }),
  values: listSetting(
    "Values",
    { title: lineSetting("Title", { max: 120 }), text: textSetting("Text", { max: 600 }) },
    { one: "value", max: 12 },
  ),
  team: listSetting(
    "Team",
    { name: lineSetting("Name", { max: 120 }), role: lineSetting("Role", { max: 120 }) },
    { one: "person or group", max: 60, hint: "Leave empty to hide this section." },
  ),
});

const page = (label: string) =>
  groupSetting(label, {
    heading: lineSetting("Heading", { max: 140 }),
    lead: textSetting("Subheading", { max: 400 }),
  });

export const pages = groupSetting("Page headings", {
  services: page("Services"),
  media: page("Media Center"),
  clients: page("Our Clients"),
  portfolio: page("Portfolio"),
  blog: page("Blog"),
  contact: page("Contact"),
  callToAction: page("Call to action"),
});

const unpublished = "The page is published once it has text.";

export const legal = groupSetting("Legal pages", {
  terms: richTextSetting("Terms and conditions", { hint: unpublished }),
  privacy: richTextSetting("Privacy", { hint: unpublished }),
});
