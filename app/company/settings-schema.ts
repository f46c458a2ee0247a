import { z } from "zod";
import { company, footerServices, offices } from "./schema/company.ts";
import { home } from "./schema/home.ts";
import { about, legal, pages } from "./schema/pages.ts";
import { fieldsOfSetting, flagSetting, groupSetting, whole } from "./setting.ts";

const site = groupSetting("Site", {
  splash: flagSetting("Show the opening animation", true, {
    hint: "One and a half seconds of weaving, once per browser tab.",
  }),
});

const mail = groupSetting("Mail", {
  newslettersPerMinute: whole("Newsletters per minute", 60, {
    min: 1,
    max: 3000,
    hint: "As many as your mail provider accepts. E-mails to one person are sent first.",
  }),
});

const accounts = groupSetting("Accounts", {
  secondStepGraceDays: whole("Days until staff need two-factor authentication", 7, {
    min: 0,
    max: 90,
    hint: "Counted from the day somebody becomes staff. With 0 it is required at once.",
  }),
});

/** Every word, number and link of the company that is not an entry; one record, checked as a whole. */
export const settingsSchema = z.strictObject({
  company,
  footerServices,
  offices,
  home,
  about,
  pages,
  legal,
  site,
  mail,
  accounts,
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a company that has said nothing yet. */
export const emptySettings: Settings = settingsSchema.parse({});

/** What a form draws for all of them. */
export const settingFields = fieldsOfSetting(settingsSchema.shape);
