/**
 * Control of a field and its options, as plain data so that a form can be described without code. `controls/` holds an
 * implementation for each name here.
 */
export type FieldInput =
  | { control: "input"; attributes: InputAttributes }
  | { control: "textarea"; attributes: TextareaAttributes }
  | SelectInput
  | { control: "checkbox" }
  | { control: "checkboxes"; options: readonly NamedOption[] }
  /** Single line with a count of the remaining characters. */
  | { control: "line"; max: number; isRequired: boolean }
  /** Several paragraphs with a count of the remaining characters. */
  | { control: "text"; max: number }
  | { control: "number"; isWhole: boolean }
  | { control: "richText" }
  /** Rich text written as Markdown. */
  | { control: "markdown" }
  | { control: "tags" }
  | { control: "icon" }
  | { control: "image" }
  | { control: "images" }
  | { control: "entry"; kind: string }
  | { control: "entries"; kind: string }
  | { control: "categories"; taxonomy: string }
  | { control: "staff" }
  | { control: "order"; options: readonly NamedOption[] }
  | { control: "openingHours" }
  | { control: "group"; item: FieldItem }
  | ListInput;

export type ControlName = FieldInput["control"];
export type InputOf<Name extends ControlName> = Extract<FieldInput, { control: Name }>;

/** Input attributes for a type of text, such as the keyboard. */
interface InputAttributes {
  type?: "date" | "email" | "tel" | "time";
  inputMode?: "email" | "tel" | "url";
  dir?: "auto" | "ltr";
  placeholder?: string;
  spellCheck?: boolean;
}

interface TextareaAttributes {
  rows: number;
  inputMode?: "email";
  dir: "auto" | "ltr";
}

interface SelectInput {
  control: "select";
  options: readonly string[];
  /** Display labels; without them, each option is its own label. */
  labels?: Readonly<Record<string, string>> | undefined;
}

interface NamedOption {
  value: string;
  label: string;
}

interface ListInput {
  control: "list";
  max: number;
  item: FieldItem;
  /** Name of a row, such as "office"; without it, rows are numbered. */
  one?: string | undefined;
  /** Name of a numbered row on the button that adds one, such as "fact". */
  row?: string | undefined;
}

/** Control description with its label and hint. */
export type DescribedField<Input extends FieldInput = FieldInput> = Input & { label: string; hint: string };

/** Described parts of a record by name. */
export type FieldItem = Readonly<Record<string, DescribedField>>;
