import type { FieldInput } from "./field.ts";
import type { CategoriesInput } from "./types/categories.ts";
import type { ChoiceInput } from "./types/choice.ts";
import type { DateInput, TimeInput } from "./types/date-and-time.ts";
import type { EntriesInput, EntryInput } from "./types/entry.ts";
import type { FlagInput } from "./types/flag.ts";
import type { IconInput } from "./types/icon.ts";
import type { ImageInput, ImagesInput } from "./types/image.ts";
import type { GroupInput, ListInput } from "./types/records.ts";
import type { RichTextInput } from "./types/rich-text.ts";
import type { TagsInput } from "./types/tags.ts";
import type { LineInput, TextInput } from "./types/text.ts";
import type { UrlInput } from "./types/url.ts";

/** For tests that make values up: the types they know how to fill. Fields of any other type stay empty. */
export type KnownInput =
  | CategoriesInput
  | ChoiceInput
  | DateInput
  | EntriesInput
  | EntryInput
  | FlagInput
  | GroupInput
  | IconInput
  | ImageInput
  | ImagesInput
  | LineInput
  | ListInput
  | RichTextInput
  | TagsInput
  | TextInput
  | TimeInput
  | UrlInput;

export function knownInput(input: FieldInput): KnownInput {
  return input as KnownInput; // told apart by its type; what is none of these falls through
}
