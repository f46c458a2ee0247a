import {
  emailFormField,
  type FieldData,
  field,
  type LeadFormDescription,
  name,
  phone,
  withName,
} from "./forms.ts";

export function describeCallForm(): LeadFormDescription {
  return {
    name: "call",
    fields: withName(callFields),
    consent: "You may store what I write here in order to call or write back.",
    submit: "Request a call",
    thanks: "A person will call or write back.",
  };
}

export const callFields = {
  name,
  phone,
  email: { ...emailFormField, hint: "A phone number or an e-mail address is enough." },
  bestTime: field("Best time", 200, { hint: "In your own words: weekdays after four, for example." }),
  topic: field("What’s it about?", 300),
} as const satisfies Record<string, FieldData>;
