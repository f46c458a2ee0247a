import {
  decimal,
  emailSetting,
  groupSetting,
  lineSetting,
  lines,
  linkSetting,
  listSetting,
  tel,
  textSetting,
  timeZone,
  whole,
} from "../setting.ts";

export const company = groupSetting("Company", {
  name: lineSetting("Name", { max: 80, hint: "Shown in the header, in page titles and in e-mails." }),
  legalName: lineSetting("Legal name", { max: 160 }),
  tagline: lineSetting("Tagline", { max: 160, hint: "A few words beside the name and in search results." }),
  description: textSetting("Description", { max: 500, hint: "For search engines and shared links." }),
  foundedYear: whole("Founded in", 2022, { min: 1800, max: 2199 }),
  email: emailSetting("E-mail", { hint: "People write to this address; e-mails show it too." }),
  replyTime: lineSetting("Reply time", {
    max: 80,
    hint: "The end of “We reply within …”, such as: three hours on a working day. On the home page, at the forms and in receipts.",
  }),
  phone: tel("Phone", { hint: "With its country code: +880 1700-000142." }),
  whatsapp: groupSetting("WhatsApp", {
    number: tel("Number", { hint: "With its country code. Leave empty to hide the button." }),
    label: lineSetting("Button text", { max: 80 }),
    shortLabel: lineSetting("Button text on phones", { max: 14, hint: "One short word, such as: WhatsApp." }),
  }),
  payment: groupSetting("Payment", {
    url: linkSetting("Payment form URL", {
      hint: "Opens in a new tab. Leave empty to hide the button.",
    }),
    label: lineSetting("Button text", { max: 80 }),
    shortLabel: lineSetting("Button text on phones", { max: 14, hint: "One short word, such as: Pay." }),
  }),
  social: groupSetting("Social networks", {
    facebook: linkSetting("Facebook"),
    linkedin: linkSetting("LinkedIn"),
    x: linkSetting("X"),
    youtube: linkSetting("YouTube"),
  }),
  copyrightFrom: whole("Copyright since", 2022, { min: 1800, max: 2199 }),
  timeZone: timeZone("Time zone", { hint: "For days and times in the dashboard and in e-mails." }),
  newsletter: groupSetting("Newsletter", {
    heading: lineSetting("Heading", { max: 120 }),
    text: lineSetting("Text", { max: 240, hint: "What you send, and how often." }),
  }),
});

export const footerServices = lines("Our Services", {
  max: 5,
  hint: "Shown in the footer, one per line, up to five.",
});

export const offices = listSetting(
  "Offices",
  {
    city: lineSetting("City", { max: 80 }),
    address: textSetting("Address", { max: 300 }),
    postcode: lineSetting("Postcode", { max: 20 }),
    country: lineSetting("Country", { max: 80 }),
    phone: tel("Phone"),
    email: emailSetting("E-mail"),
    hours: lineSetting("Opening hours", { max: 160 }),
    mapUrl: linkSetting("Map URL"),
    latitude: decimal("Latitude", { min: -90, max: 90, hint: "For search engines." }),
    longitude: decimal("Longitude", { min: -180, max: 180 }),
  },
  { one: "office", max: 4 },
);
