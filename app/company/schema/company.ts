import {
  decimal,
  email,
  group,
  image,
  line,
  lines,
  linkTarget,
  list,
  markdownText,
  phoneNumber,
  text,
  timeZone,
  whole,
} from "#app/fields/fields.ts";

export const company = group("Company", {
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
      "Sample letter",
      { subject: line("Subject", { max: 150 }), body: markdownText("Text") },
      {
        hint: "Readable in the archive, and called a sample there, until the first newsletter has gone out.",
      },
    ),
  }),
});

export const footerServices = lines("Our Services", {
  max: 5,
  hint: "Shown in the footer, one per line, up to five.",
});

export const offices = list(
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
