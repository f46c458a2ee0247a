import type { ReactNode } from "react";
import { CategoriesField } from "./categories-field.tsx";
import { EntriesField, EntryField } from "./entries-field.tsx";
import type { Input } from "./field-props.ts";
import { GroupField } from "./group-field.tsx";
import { IconField } from "./icon-field.tsx";
import { ImageField } from "./image-field.tsx";
import { ImagesField } from "./images-field.tsx";
import { ListField } from "./list-field.tsx";
import { ChoiceField, DateField, FlagField, LineField, TextField, UrlField } from "./plain-fields.tsx";
import { RichTextField } from "./rich-text-field.tsx";
import { TagsField } from "./tags-field.tsx";

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
