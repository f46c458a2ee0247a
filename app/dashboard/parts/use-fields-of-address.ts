import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the fields of a form saying what the address says: after "Clear filters" or Back they are filled in anew. They stay the
 * same elements meanwhile, so that whoever is in one of them, or in a panel of the form, keeps the focus.
 * @param values by the name of the field
 */
export function useFieldsOfAddress(
  values: Readonly<Record<string, string>>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const written = new URLSearchParams(values).toString();
  useEffect(() => {
    for (const [name, value] of new URLSearchParams(written)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [written]);
  return form;
}
