import { describeForm } from "#app/content/describe-form.ts";
import type { Kind } from "#app/content/kind.ts";
import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import { pairsOf, readFields, withoutBlankRows } from "#app/fields/read-form.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { momentOf } from "#app/text/moments.ts";

/** What was sent of the entry itself. */
export function inputOf(kind: Kind, form: FormData): Record<string, unknown> {
  const { fields } = describeForm(kind);
  return withoutBlankRows(fields, readFields(fields, pairsOf(form)));
}

/** The version its writer saw. */
export function basedOnOf(form: FormData): number {
  const version = Number(form.get("basedOn"));
  if (!Number.isSafeInteger(version) || version < 1) throw new DomainError("invalid", notWhole);
  return version;
}

/** What stands for a draft that is not there yet. */
export function keyOf(form: FormData): string {
  const key = String(form.get("key") ?? "");
  if (!/^[\w-]{8,64}$/.test(key)) throw new DomainError("invalid", notWhole);
  return key;
}

const notWhole = "This form is not whole. Load the page again; what you typed is kept here.";

/** A moment of the schedule as typed into the site's time zone; null when none was. */
export function momentIn(
  { text }: FormInput,
  name: "publishAt" | "unpublishAt",
  timeZone: string,
): string | null {
  const typed = text(name);
  if (typed === "") return null;
  const moment = momentOf(typed, timeZone);
  if (moment === null)
    throw new DomainError("invalid", "Some fields need another look.", {
      fields: { [name]: "Enter a date and time" },
    });
  return moment;
}
