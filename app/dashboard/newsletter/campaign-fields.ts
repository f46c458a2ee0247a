import type { FieldItem } from "#app/fields/field.ts";

/** What is written of a newsletter, as forms and comparisons of texts take it. */
export const issueFields = {
  subject: { type: "line", label: "Subject", hint: "", max: 150, isRequired: true },
  preview: {
    type: "line",
    label: "Preview text",
    max: 200,
    isRequired: false,
    hint: "The line that mail programs show behind the subject. Without it they show the first words.",
  },
  body: { type: "richText", label: "Text", hint: "" },
  isPublic: {
    type: "flag",
    label: "Show it in the public archive",
    hint: "Once it has begun to leave, everybody can read it under /newsletter/archive.",
  },
} satisfies FieldItem;
