import { memo, useMemo } from "react";
import type { EntryHead } from "./entry-head.ts";
import type { EntryScreen } from "./entry-screen.ts";
import { FieldControl } from "./fields/field-control.tsx";
import { FormContext } from "./form-context.ts";
import { TitleField } from "./title-field.tsx";

interface EntryFieldsProps {
  screen: EntryScreen;
  values: Record<string, unknown>;
  errors: Record<string, string>;
  column: "page" | "side";
  entry: EntryHead | null;
  touch(): void;
}

/** One column of a kind's fields. Drawn once: what is typed lives in the controls, not here. */
export const EntryFields = memo(function EntryFields(props: EntryFieldsProps) {
  const { screen, values, errors, column, entry, touch } = props;
  const { form, choices, texts } = screen;
  const parts = useMemo(() => ({ choices, texts, errors, touch }), [choices, texts, errors, touch]);
  const fields = Object.entries(form.fields).filter(([, field]) => field.column === column);
  return (
    <FormContext.Provider value={parts}>
      {fields.map(([name, field]) =>
        name === "title" && field.type === "line" ? (
          <TitleField
            key={name}
            title={String(values.title ?? "")}
            label={field.label}
            max={field.max}
            place={form}
            entry={entry}
          />
        ) : (
          <FieldControl key={name} name={name} input={field} value={values[name]} />
        ),
      )}
    </FormContext.Provider>
  );
});
