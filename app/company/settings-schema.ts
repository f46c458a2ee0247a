import { objectSchema, type ValuesOf } from "#app/fields/field.ts";
import { flag, group, whole } from "#app/fields/fields.ts";
import { company, footerServices, offices } from "./schema/company.ts";
import { home } from "./schema/home.ts";
import { about, contact, legal, pages } from "./schema/pages.ts";

const site = group("Site", {
  night: flag("Dark pages for dark systems", {
    isOn: true,
    hint: "Visitors whose phone or computer is set to dark see the pages on an indigo ground.",
  }),
  splash: flag("Show the opening animation", {
    isOn: true,
    hint: "One and a half seconds of weaving, once per browser tab.",
  }),
});

const mail = group("Mail", {
  newslettersPerMinute: whole("Newsletters per minute", 60, {
    min: 1,
    max: 3000,
    hint: "As many as your mail provider accepts. E-mails to one person are sent first.",
  }),
});

const accounts = group("Accounts", {
  secondStepGraceDays: whole("Days until staff need two-factor authentication", 7, {
    min: 0,
    max: 90,
    hint: "Counted from the day somebody becomes staff. With 0 it is required at once.",
  }),
});

const backups = group("Backups", {
  everyHours: whole("Hours between backups", 24, {
    min: 1,
    max: 168,
    hint: "Each is proven once it is made. One more can be made at any time.",
  }),
  keep: group(
    "Kept",
    {
      days: whole("Days", 7, { min: 1, max: 90 }),
      weeks: whole("Weeks", 4, { min: 1, max: 104 }),
      months: whole("Months", 12, { min: 1, max: 120 }),
    },
    {
      hint: "Of each of the last days, weeks and months one backup stays. The newest proven one always stays.",
    },
  ),
});

/** What a form draws for all of them, in rooms. */
export const settingFields = {
  company,
  footerServices,
  offices,
  home,
  about,
  contact,
  pages,
  legal,
  site,
  mail,
  accounts,
  backups,
};

/** Every word, number and link of the company that is not an entry; one record, checked as a whole. */
export const settingsSchema = objectSchema(settingFields);

export type Settings = ValuesOf<typeof settingFields>;

/** The settings of a company that has said nothing yet. */
export const emptySettings: Settings = settingsSchema.parse({});
