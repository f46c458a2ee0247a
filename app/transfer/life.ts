import { z } from "zod";

const wanted = "Write a moment such as 2026-03-01T10:00:00Z";

const moment = z.string(wanted).transform((text, context) => {
  const [, day = "", time = "T00:00", zone = "Z"] = momentPattern.exec(text) ?? [];
  const read = new Date(`${day}${time.replace(" ", "T")}${zone}`);
  if (!Number.isNaN(read.getTime())) return read.toISOString();
  context.addIssue({ code: "custom", message: wanted });
  return z.NEVER;
});

const momentPattern = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** What an entry says of its state, place and history, besides its data. */
export const lifeSchema = z.object({
  state: z.enum(["draft", "scheduled", "published", "archived"]).default("published"),
  position: z.int().min(0).max(999_999_999).nullable().default(null),
  publishAt: moment.nullable().default(null),
  unpublishAt: moment.nullable().default(null),
  publishedAt: moment.nullable().default(null),
  formerAddresses: z.array(z.string().min(1).max(300)).max(200).default([]),
});

/** What a newer version beside a public one may say of itself. */
export const draftLifeSchema = z.object({
  state: z.enum(["draft", "scheduled"]).default("draft"),
  publishAt: moment.nullable().default(null),
});

export type Life = z.infer<typeof lifeSchema>;

/** What can't be true of both together: the field, and a sentence. */
export function contradictionsOf(life: Life): [field: string, sentence: string][] {
  const { state, publishAt, unpublishAt } = life;
  const isScheduled = state === "scheduled";
  return [
    ...when(isScheduled && publishAt === null, "publishAt", "Say when it is to be published"),
    ...when(!isScheduled && publishAt !== null, "publishAt", "Only an entry with state: scheduled has this"),
    ...when(
      publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt,
      "unpublishAt",
      "The end comes before the beginning",
    ),
    ...when(
      unpublishAt !== null && (state === "draft" || state === "archived"),
      "unpublishAt",
      "Only a published or scheduled entry can end",
    ),
  ];
}

function when(isSo: boolean, field: string, sentence: string): [string, string][] {
  return isSo ? [[field, sentence]] : [];
}
