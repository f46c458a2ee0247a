import { z } from "zod";
import { defineField, type Field, filled } from "../field.ts";
import { textsOf } from "../texts-of.ts";
import { idShape } from "./ids.ts";

export interface StaffInput {
  type: "staff";
}

/** People of the staff, by id. */
export function staff(label: string, { hint }: { hint?: string } = {}): Field<string[], false> {
  const input: StaffInput = { type: "staff" };
  return defineField<StaffInput, string[]>({
    label,
    hint,
    input,
    schema: z.array(z.string().max(100, "Choose from the list")).max(50, "Choose at most 50 people"),
    empty: [],
    exportValue: (value) => filled(textsOf(value)),
    draftSchema: () => z.array(idShape()).meta({ title: label }),
    answerSchema: () => z.array(idShape()),
  });
}
