import { z } from "zod";
import { emailSchema } from "#app/text/email.ts";
import { plainText } from "#app/text/plain-text.ts";
import { usualHabits } from "../spam/spam.ts";
import { knownScripts } from "./scripts.ts";

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 09:00");
const count = (min: number, max: number, unit: string) =>
  z
    .int(`Give a whole number of ${unit}`)
    .min(min, `Give ${min} to ${max} ${unit}`)
    .max(max, `Give ${min} to ${max} ${unit}`);

/** Who hears of something, and when; nobody named means the company's own address or, without one, every admin. */
const notice = (pace: "at-once" | "hourly" | "daily" | "never") =>
  z
    .strictObject({
      people: z.array(z.string().max(100)).max(50).prefault([]),
      addresses: z
        .array(emailSchema("Write an e-mail address"))
        .max(20, "Give at most 20 addresses")
        .prefault([]),
      pace: z.enum(["at-once", "hourly", "daily", "never"]).prefault(pace),
    })
    .prefault({});

const hours = z
  .strictObject({
    /** 1 is Monday, 7 Sunday. */
    days: z.array(z.int().min(1).max(7)).min(1, "Tick at least one day").max(7),
    from: clockTime,
    to: clockTime,
  })
  .refine(({ from, to }) => from < to, { error: "The end must be after the beginning", path: ["to"] });

/** How messages and calls are handled; one record, checked as a whole. */
export const leadSettingsSchema = z.strictObject({
  notices: z
    .strictObject({
      message: notice("at-once"),
      call: notice("at-once"),
      subscriber: notice("daily"),
      "dead-mail": notice("at-once"),
    })
    .prefault({}),
  thanks: z
    .strictObject({
      isOn: z.boolean().prefault(true),
      text: plainText({ max: 500, lines: true }).prefault(""),
    })
    .prefault({}),
  answer: z
    .strictObject({
      /** Hours that count until somebody should have answered; null when nobody is reminded. */
      withinHours: count(1, 240, "hours").nullable().prefault(24),
      /** The hours that count; null when every hour does. */
      hours: hours.nullable().prefault(null),
    })
    .prefault({}),
  retention: z
    .strictObject({
      /** Null keeps them for good. */
      closedMonths: count(1, 120, "months").nullable().prefault(12),
      spamDays: count(1, 365, "days").prefault(60),
      /** Network and browser of the sender, whatever becomes of the words. */
      traceDays: count(1, 365, "days").prefault(90),
    })
    .prefault({}),
  spam: z
    .strictObject({
      mostLinks: count(0, 50, "links").prefault(usualHabits.mostLinks),
      scripts: z
        .array(z.enum(knownScripts))
        .max(knownScripts.length)
        .prefault(["Latin", "Bengali", "Devanagari", "Arabic"]),
    })
    .prefault({}),
});

export type LeadSettings = z.infer<typeof leadSettingsSchema>;
export type NoticeEvent = keyof LeadSettings["notices"];

export const emptyLeadSettings: LeadSettings = leadSettingsSchema.parse({});
