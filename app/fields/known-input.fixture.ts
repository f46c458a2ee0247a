import type { FieldInput } from "./field.ts";
import type { CategoriesInput } from "./types/categories.ts";
import type { ChoiceInput } from "./types/choice.ts";
import type { DateInput } from "./types/date.ts";
import type { EntriesInput } from "./types/entries.ts";
import type { EntryInput } from "./types/entry.ts";
import type { FlagInput } from "./types/flag.ts";
import type { GroupInput } from "./types/group.ts";
import type { IconInput } from "./types/icon.ts";
import type { ImageInput } from "./types/image.ts";
import type { ImagesInput } from "./types/images.ts";
import type { LineInput } from "./types/line.ts";
import type { ListInput } from "./types/list.ts";
import type { RichTextInput } from "./types/rich-text.ts";
import type { TagsInput } from "./types/tags.ts";
import type { TextInput } from "./types/text.ts";
import type { TimeInput } from "./types/time.ts";
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
