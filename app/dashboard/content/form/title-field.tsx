import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { entryPath, toSlug } from "#app/content/slug.ts";
import { FieldError } from "#app/ui/field.tsx";
import type { EntryHead } from "./entry-head.ts";
import { LengthCounter } from "./fields/length-counter.tsx";
import { useForm } from "./form-context.ts";

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
export function TitleField({ title, label, max, place, entry }: TitleFieldProps) {
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
      <label className="vh" htmlFor="f-title">
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
    <p className="addr" id="f-address">
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
