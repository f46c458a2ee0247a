import type { DescribedField } from "../../field.ts";
import { useForm } from "../../form-context.ts";

/** What every field's label stands on. */
export function useLabel(name: string, { label, hint }: DescribedField) {
  const { errors } = useForm();
  return { name, label, error: errors[name], ...(hint ? { hint } : {}) };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
