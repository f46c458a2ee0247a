import { email, type FieldData, type FormDescription, field, name, named, phone } from "./forms.ts";

export function describeCallForm(): FormDescription {
  return {
    name: "call",
    fields: named(callFields),
    consent: "You may keep what I write here to call or write back.",
    submit: "Ask for a call",
    thanks: "Your request has arrived.",
  };
}

export const callFields = {
  name,
  phone,
  email: { ...email, hint: "A phone number or an e-mail address is enough." },
  bestTime: field("Best time", 200, { hint: "In your own words: weekdays after four, for example." }),
  topic: field("What it is about", 300),
} as const satisfies Record<string, FieldData>;
