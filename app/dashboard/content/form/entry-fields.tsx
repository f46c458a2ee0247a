import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { entryPath, toSlug } from "#app/content/urls/slug.ts";
import { FormField } from "#app/fields/controls/form-field.tsx";
import { LengthCounter } from "#app/fields/controls/parts/length-counter.tsx";
import { FormContext, useForm } from "#app/fields/form-context.ts";
import { FieldError } from "#app/ui/field.tsx";
import type { EntryScreen } from "./entry-screen.ts";
import { formTools } from "./form-tools.ts";
import type { EntryHead } from "./read-entry-form.ts";

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
  const parts = useMemo(
    () => ({ choices, texts, errors, tools: formTools, layout: "column" as const, touch }),
    [choices, texts, errors, touch],
  );
  const fields = Object.entries(form.fields).filter(([, field]) => field.column === column);
  return (
    <FormContext.Provider value={parts}>
      {fields.map(([name, field]) =>
        name === "title" ? (
          <TitleField
            key={name}
            title={String(values.title ?? "")}
            label={field.label}
            max={Number(Reflect.get(field, "max"))}
            place={form}
            entry={entry}
          />
        ) : (
          <FormField key={name} name={name} input={field} value={values[name]} />
        ),
      )}
    </FormContext.Provider>
  );
});

interface TitleFieldProps {
  title: string;
  /** Such as "Title" or "Name". */
  label: string;
  max: number;
  /** Public address of the list, and whether entries stand below it. */
  place: { path: string; hasPage: boolean };
  entry: EntryHead | null;
}

/** The title as large as readers see it, and the address it makes. */
function TitleField({ title, label, max, place, entry }: TitleFieldProps) {
  const { errors } = useForm();
  const isNew = useRef(entry === null);
  useEffect(() => {
    if (isNew.current) document.getElementById("f-title")?.focus();
  }, []);
  const goOn = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = event.currentTarget.form?.querySelector<HTMLElement>("[name=summary]");
    next?.focus();
  };
  return (
    <div className={errors.title ? "entry-title bad" : "entry-title"}>
      <label className="visually-hidden" htmlFor="f-title">
        {label}
      </label>
      <textarea
        className="title-input"
        id="f-title"
        name="title"
        rows={1}
        placeholder={label}
        defaultValue={title}
        aria-invalid={errors.title ? true : undefined}
        aria-describedby={errors.title ? "f-title-error f-address" : "f-address"}
        onKeyDown={goOn}
      />
      {errors.title && <FieldError id="f-title-error" text={errors.title} />}
      <LengthCounter for="f-title" max={max} />
      <Address start={title} place={place} entry={entry} />
    </div>
  );
}

/** The address as it will be; a public one that changes says what becomes of the old. */
function Address({
  start,
  place,
  entry,
}: {
  start: string;
  place: TitleFieldProps["place"];
  entry: EntryHead | null;
}) {
  const [title, setTitle] = useState(start);
  useEffect(() => {
    const field = document.getElementById("f-title");
    if (!(field instanceof HTMLTextAreaElement)) return;
    const follow = () => setTitle(field.value);
    field.addEventListener("input", follow);
    return () => field.removeEventListener("input", follow);
  }, []);
  if (!place.hasPage) return null;
  const path = entryPath(place, toSlug(title));
  const isMoving = entry !== null && entry.publishedAt !== null && title.trim() !== "" && entry.path !== path;
  return (
    <p className="entry-address" id="f-address">
      <span>{title.trim() === "" ? `${place.path}/…` : readable(path)}</span>
      {isMoving && (
        <span className="moving">
          {" "}
          The address changes when this is published. {readable(entry.path)} is redirected here automatically.
        </span>
      )}
    </p>
  );
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
