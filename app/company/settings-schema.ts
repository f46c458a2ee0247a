import { z } from "zod";
import { emptyDoc, type RichText, richTextSchema } from "#app/content/rich-text/schema.ts";
import { plainText } from "#app/text/plain-text.ts";

const line = (max = 200) => plainText({ max }).prefault("");
const text = (max = 1000) => plainText({ max, lines: true }).prefault("");
const link = z
  .union([
    z.literal(""),
    z
      .string()
      .regex(
        /^(https?:\/\/|\/(?!\/))\S*$/,
        "Give a full web address, or one of this site that starts with /",
      ),
  ])
  .prefault("");
const doc = (richTextSchema as z.ZodType<RichText>).prefault(emptyDoc as never);
const record = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).prefault({} as never);
const listOf = <Shape extends z.ZodRawShape>(shape: Shape, max: number) =>
  z.array(z.strictObject(shape)).max(max).prefault([]);

const company = record({
  name: line(80),
  legalName: line(160),
  tagline: line(160),
  description: text(500),
  foundedYear: z.int().min(1800).max(2199).prefault(2022),
  email: line(254),
  phone: line(40),
  whatsapp: record({ number: line(40), label: line(80) }),
  payment: record({ url: link, label: line(80) }),
  social: record({ facebook: link, linkedin: link, x: link, youtube: link }),
  copyrightFrom: z.int().min(1800).max(2199).prefault(2022),
  timeZone: line(60).pipe(z.string().refine(isTimeZone, "Give a time zone such as Asia/Dhaka")),
  newsletter: record({ heading: line(120), text: line(240) }),
});

const office = {
  city: line(80),
  address: text(300),
  postcode: line(20),
  country: line(80),
  phone: line(40),
  email: line(254),
  hours: line(160),
  mapUrl: link,
  latitude: z.number().min(-90).max(90).nullable().prefault(null),
  longitude: z.number().min(-180).max(180).nullable().prefault(null),
};

export const homeSections = [
  "services",
  "numbers",
  "clients",
  "work",
  "process",
  "quote",
  "posts",
  "cta",
] as const;

const home = record({
  headline: line(140),
  lead: text(300),
  primary: record({ label: line(40), href: link }),
  secondary: record({ label: line(40), href: link }),
  facts: listOf({ label: line(60), value: line(120) }, 3),
  servicesHeading: line(120),
  /** One sentence; figures between asterisks are set in blue: "We shipped *9* projects." */
  numbers: text(400),
  workHeading: line(120),
  process: record({
    heading: line(120),
    steps: listOf({ when: line(60), title: line(80), text: text(300) }, 6),
  }),
  postsHeading: line(120),
  cta: record({ heading: line(140), label: line(40), href: link }),
  order: z.array(z.enum(homeSections)).prefault([...homeSections]),
});

const about = record({
  heading: line(140),
  lead: text(400),
  story: doc,
  valuesHeading: line(120),
  values: listOf({ title: line(120), text: text(600) }, 12),
  team: listOf({ name: line(120), role: line(120) }, 60),
});

const page = record({ heading: line(140), lead: text(400) });

/** Every word, number and link of the company that is not an entry; one record, checked as a whole. */
export const settingsSchema = z.strictObject({
  company,
  footerServices: z.array(line(80)).max(5).prefault([]),
  offices: z.array(z.strictObject(office)).max(4).prefault([]),
  home,
  about,
  pages: record({
    services: page,
    media: page,
    clients: page,
    portfolio: page,
    blog: page,
    contact: page,
    callToAction: page,
  }),
  legal: record({ terms: doc, privacy: doc }),
  site: record({ splash: z.boolean().prefault(true) }),
  accounts: record({
    /** Days staff have to set up a second step; with 0 they are asked for it at once. */
    secondStepGraceDays: z.int().min(0).max(90).prefault(7),
  }),
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a company that has said nothing yet. */
export const emptySettings: Settings = settingsSchema.parse({});

function isTimeZone(zone: string): boolean {
  if (zone === "") return true;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
