import { z } from "zod";
import { emptyDoc, type RichText, richTextSchema } from "#app/rich-text/schema/schema.ts";
import { emailSchema } from "#app/text/email.ts";
import { phoneSchema, readablePhone } from "#app/text/phone.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { SettingFormField, SettingInput } from "./form-field.ts";

interface Options {
  max?: number;
  hint?: string;
}

/** One line of text. */
export function lineSetting(label: string, { max = 200, hint }: Options = {}) {
  return describe(plainText({ max }).prefault(""), { label, hint, input: { type: "line", max } });
}

/** Some lines of plain text. */
export function textSetting(label: string, { max = 1000, hint }: Options = {}) {
  return describe(plainText({ max, lines: true }).prefault(""), {
    label,
    hint,
    input: { type: "text", max },
  });
}

export function emailSetting(label: string, { hint }: Options = {}) {
  return describe(emailSchema().prefault(""), { label, hint, input: { type: "email" } });
}

/**
 * A phone number of any country, kept as people read it: as it was typed with its country code and gaps, or in international
 * form. One without a country code is of Bangladesh.
 */
export function tel(label: string, { hint }: Options = {}) {
  const schema = plainText({ max: 40 }).transform((typed, context) => {
    // Two numbers would be read as one that is nobody's.
    if (typed.includes("/")) {
      context.addIssue({ code: "custom", message: "Give one phone number, without a slash" });
      return z.NEVER;
    }
    const read = phoneSchema().safeParse(typed);
    if (read.success) return /^\+\d+[ -]/.test(typed) ? typed : readablePhone(read.data);
    for (const { message } of read.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
  return describe(schema.prefault(""), { label, hint, input: { type: "tel" } });
}

/** A full web address, or a path of this site. */
export function linkSetting(label: string, { hint }: Options = {}) {
  const address = z
    .string()
    .regex(
      /^(https?:\/\/[^\s/\\?#]|\/(?![/\\]))[^\s\\]*$/,
      "Give a full web address, or one of this site that starts with /",
    );
  const schema = z.union([z.literal(""), address]).prefault("");
  return describe(schema, { label, hint, input: { type: "link" } });
}

export function richTextSetting(label: string, { hint }: Options = {}) {
  // The schema of rich texts is written by hand, and its type with it; an empty document is one.
  const schema = (richTextSchema as z.ZodType<RichText>).prefault(emptyDoc as never);
  return describe(schema, { label, hint, input: { type: "richText" } });
}

export function flagSetting(label: string, isOn: boolean, { hint }: Options = {}) {
  return describe(z.boolean().prefault(isOn), { label, hint, input: { type: "flag" } });
}

interface Bounds extends Options {
  min: number;
  max: number;
}

export function whole(label: string, first: number, { min, max, hint }: Bounds) {
  const words = `Write a whole number from ${min} to ${max}`;
  const schema = z.int(words).min(min, words).max(max, words).prefault(first);
  return describe(schema, { label, hint, input: { type: "number", min, max, isWhole: true } });
}

/** A number with decimals, or none. */
export function decimal(label: string, { min, max, hint }: Bounds) {
  const words = `Write a number from ${min} to ${max}`;
  const schema = z.number(words).min(min, words).max(max, words).nullable().prefault(null);
  return describe(schema, { label, hint, input: { type: "number", min, max, isWhole: false } });
}

export function timeZone(label: string, { hint }: Options = {}) {
  const schema = plainText({ max: 60 })
    .prefault("")
    .pipe(z.string().refine(isTimeZone, "Give a time zone such as Asia/Dhaka"));
  return describe(schema, { label, hint, input: { type: "timeZone" } });
}

/** Short texts, at most so many. */
export function lines(label: string, { max, hint }: { max: number; hint?: string }) {
  const schema = z.array(plainText({ max: 80 }).prefault("")).max(max, `Write at most ${max} lines`);
  return describe(schema.prefault([]), { label, hint, input: { type: "lines", max } });
}

/** Some of the given names in an order of one's own. */
export function order<const Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  { hint }: Options = {},
) {
  const options = Object.entries<string>(names).map(([value, words]) => ({ value, label: words }));
  const values = options.map(({ value }) => value as Name); // the keys of the record itself
  const schema = z
    .array(z.enum(values))
    .refine((chosen) => new Set(chosen).size === chosen.length, "The same part stands here twice")
    .prefault(values);
  return describe(schema, { label, hint, input: { type: "order", options } });
}

/** Records in an order of one's own. @param one what a row is called: "office" */
export function listSetting<Shape extends z.ZodRawShape>(
  label: string,
  shape: Shape,
  { one, max, hint }: { one: string; max: number; hint?: string },
) {
  const schema = z.array(z.strictObject(shape)).max(max, `There may be ${max} of these`).prefault([]);
  return describe(schema, { label, hint, input: { type: "list", one, max, fields: fieldsOfSetting(shape) } });
}

export function groupSetting<Shape extends z.ZodRawShape>(
  label: string,
  shape: Shape,
  { hint }: Options = {},
) {
  const schema = z.strictObject(shape).prefault({} as never); // every key fills itself
  return describe(schema, { label, hint, input: { type: "group", fields: fieldsOfSetting(shape) } });
}

/** What a form draws for each setting of a record; throws when one was not described. */
export function fieldsOfSetting(shape: z.ZodRawShape): SettingFormField[] {
  return Object.entries(shape).map(([name, schema]) => {
    const described = settings.get(schema as z.ZodType); // every part of a shape is a schema
    if (!described) throw new TypeError(`The setting ${name} does not say what it is called`);
    return { name, ...described };
  });
}

const settings = new WeakMap<z.ZodType, Omit<SettingFormField, "name">>();

function describe<Schema extends z.ZodType>(
  schema: Schema,
  { label, hint = "", input }: { label: string; hint?: string | undefined; input: SettingInput },
): Schema {
  settings.set(schema, { label, hint, input });
  return schema;
}

function isTimeZone(zone: string): boolean {
  if (zone === "") return true;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
