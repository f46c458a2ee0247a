import { decimal, email, group, line, lines, link, list, tel, text, timeZone, whole } from "../setting.ts";

export const company = group("Company", {
  name: line("Name", { max: 80, hint: "In the header, in titles and in mails." }),
  legalName: line("Legal name", { max: 160 }),
  tagline: line("Tagline", { max: 160, hint: "Half a line beside the name, and in search results." }),
  description: text("Description", { max: 500, hint: "For search engines and shared links." }),
  foundedYear: whole("Founded in", 2022, { min: 1800, max: 2199 }),
  email: email("E-mail", { hint: "Where people answer; mails name it too." }),
  phone: tel("Phone", { hint: "With its country code: +880 1700-000142." }),
  whatsapp: group("WhatsApp", {
    number: tel("Number", { hint: "With its country code. Without one there is no button." }),
    label: line("Words on the button", { max: 80 }),
  }),
  payment: group("Payment", {
    url: link("Address of the payment form", {
      hint: "It opens in a new tab. Without one there is no button.",
    }),
    label: line("Words on the button", { max: 80 }),
  }),
  social: group("Social networks", {
    facebook: link("Facebook"),
    linkedin: link("LinkedIn"),
    x: link("X"),
    youtube: link("YouTube"),
  }),
  copyrightFrom: whole("Copyright since", 2022, { min: 1800, max: 2199 }),
  timeZone: timeZone("Time zone", { hint: "Days and times of the dashboard and of mails." }),
  newsletter: group("Newsletter", {
    heading: line("Heading", { max: 120 }),
    text: line("Text", { max: 240, hint: "What comes, and how often." }),
  }),
});

export const footerServices = lines("Our Services", {
  max: 5,
  hint: "Names in the footer, one a line, at most five.",
});

export const offices = list(
  "Offices",
  {
    city: line("City", { max: 80 }),
    address: text("Address", { max: 300 }),
    postcode: line("Postcode", { max: 20 }),
    country: line("Country", { max: 80 }),
    phone: tel("Phone"),
    email: email("E-mail"),
    hours: line("Hours", { max: 160 }),
    mapUrl: link("Map"),
    latitude: decimal("Latitude", { min: -90, max: 90, hint: "For search engines." }),
    longitude: decimal("Longitude", { min: -180, max: 180 }),
  },
  { one: "office", max: 4 },
);
