import { Plus } from "lucide-react";
import { createElement, type ReactNode, useState } from "react";
import { useForm } from "../form-context.ts";
import { CategoriesField } from "./categories-field.tsx";
import { EntriesField, EntryField } from "./entries-field.tsx";
import type { FieldProps, Input, RecordFieldProps } from "./field-props.ts";
import { ImageField } from "./image-field.tsx";
import { ImagesField } from "./images-field.tsx";
import {
  ChoiceField,
  DateField,
  FlagField,
  LineField,
  TextField,
  textOf,
  UrlField,
} from "./plain-fields.tsx";
import { RichTextField } from "./rich-text-field.tsx";
import { RowTools } from "./row-tools.tsx";
import { TagsField } from "./tags-field.tsx";
import { useRows } from "./use-rows.ts";

/** Draws a field by what it is; nothing here knows which kind it belongs to. */
export function FieldControl({
  name,
  input,
  value,
}: {
  name: string;
  input: Input;
  value: unknown;
}): ReactNode {
  switch (input.type) {
    case "line":
      return <LineField name={name} input={input} value={value} />;
    case "text":
      return <TextField name={name} input={input} value={value} />;
    case "url":
      return <UrlField name={name} input={input} value={value} />;
    case "date":
      return <DateField name={name} input={input} value={value} />;
    case "flag":
      return <FlagField name={name} input={input} value={value} />;
    case "choice":
      return <ChoiceField name={name} input={input} value={value} />;
    case "tags":
      return <TagsField name={name} input={input} value={value} />;
    case "icon":
      return <IconField name={name} input={input} value={value} />;
    case "image":
      return <ImageField name={name} input={input} value={value} />;
    case "images":
      return <ImagesField name={name} input={input} value={value} />;
    case "entry":
      return <EntryField name={name} input={input} value={value} />;
    case "entries":
      return <EntriesField name={name} input={input} value={value} />;
    case "categories":
      return <CategoriesField name={name} input={input} value={value} />;
    case "group":
      return <GroupField name={name} input={input} value={value} draw={drawPart} />;
    case "list":
      return <ListField name={name} input={input} value={value} draw={drawPart} />;
    case "richText":
      return <RichTextField name={name} input={input} value={value} />;
  }
}

function drawPart(part: { name: string; input: Input; value: unknown }): ReactNode {
  return <FieldControl key={part.name} {...part} />;
}

/** A fixed record: its fields side by side under one name. */
function GroupField({ name, input, value, draw }: RecordFieldProps<"group">) {
  return (
    <fieldset className="parts">
      <legend>{input.label}</legend>
      {Object.entries(input.item).map(([part, partInput]) =>
        draw({ name: `${name}.${part}`, input: partInput, value: Reflect.get(Object(value), part) }),
      )}
    </fieldset>
  );
}

/** Rows that can be added, taken away and put in order, by pointer and by keyboard. */
function ListField({ name, input, value, draw }: RecordFieldProps<"list">) {
  const { errors } = useForm();
  const rows = useRows<unknown>(Array.isArray(value) ? value : []);
  return (
    <fieldset className="list-field" id={`f-${name}`} tabIndex={-1}>
      <legend>
        {input.label} <span className="n num">{rows.items.length || ""}</span>
      </legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {input.hint && <p className="hint">{input.hint}</p>}
      <ol ref={rows.list}>
        {rows.items.map((row, at) => (
          <li key={row.key} {...rows.dropTarget(at)}>
            <RowTools at={at} what={`${input.label}, row ${at + 1}`} rows={rows} />
            <div className="row-fields">
              {Object.entries(input.item).map(([part, partInput]) =>
                draw({
                  name: `${name}.${at}.${part}`,
                  input: partInput,
                  value: Reflect.get(Object(row.value), part),
                }),
              )}
            </div>
          </li>
        ))}
      </ol>
      <button
        className="btn q sm"
        type="button"
        disabled={rows.items.length >= input.max}
        onClick={() => rows.add({})}
      >
        <Plus className="i" aria-hidden /> Add row
      </button>
    </fieldset>
  );
}

/** The curated icons as a grid to choose from; typing narrows it. */
function IconField({ name, input, value }: FieldProps<"icon">) {
  const { choices, errors } = useForm();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(textOf(value));
  const fitting = choices.icons.filter((icon) => icon.name === chosen || icon.name.includes(words.trim()));
  return (
    <fieldset className="f icons" id={`f-${name}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {input.hint && <p className="hint">{input.hint}</p>}
      <input
        className="in"
        type="search"
        aria-label={`Search icons for ${input.label}`}
        placeholder="Search icons"
        value={words}
        onChange={(event) => setWords(event.target.value.toLowerCase())}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className="icon-grid">
        <label title="None">
          <input
            type="radio"
            name={name}
            value=""
            defaultChecked={chosen === ""}
            onChange={() => setChosen("")}
          />
          <span>None</span>
        </label>
        {fitting.map((icon) => (
          <label key={icon.name} title={icon.name}>
            <input
              type="radio"
              name={name}
              value={icon.name}
              aria-label={icon.name.replaceAll("-", " ")}
              defaultChecked={icon.name === chosen}
              onChange={() => setChosen(icon.name)}
            />
            <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
              {icon.shapes.map(([tag, attributes], at) =>
                createElement(tag, { key: `${tag}${at}`, ...attributes }),
              )}
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
