import type { DescribedField } from "#app/fields/field.ts";
import type { FlagInput } from "#app/fields/types/flag.ts";
import type { LineInput } from "#app/fields/types/line.ts";
import type { RichTextInput } from "#app/fields/types/rich-text.ts";

type LineField = DescribedField<LineInput>;

const subject: LineField = { type: "line", label: "Subject", hint: "", max: 150, isRequired: true };
const preview: LineField = {
  type: "line",
  label: "Preview text",
  max: 200,
  isRequired: false,
  hint: "The line that mail programs show behind the subject. Without it they show the first words.",
};
const body: DescribedField<RichTextInput> = { type: "richText", label: "Text", hint: "" };
const isPublic: DescribedField<FlagInput> = {
  type: "flag",
  label: "Show it in the public archive",
  hint: "Once it has begun to leave, everybody can read it under /newsletter/archive.",
};

/** What is written of a newsletter, as forms and comparisons of texts take it. */
export const issueFields = { subject, preview, body, isPublic };
