/**
 * What a form draws for a field: one of the controls there are, and what it is told. Plain data, so that a form can be described
 * without code. `controls/` holds the controls, each under its name here.
 */
export type FieldInput =
  | { control: "input"; attributes: InputAttributes }
  | { control: "textarea"; attributes: TextareaAttributes }
  | SelectInput
  | { control: "checkbox" }
  | { control: "checkboxes"; options: readonly NamedOption[] }
  /** One line, with what is left of its length. */
  | { control: "line"; max: number; isRequired: boolean }
  /** Some paragraphs, with what is left of their length. */
  | { control: "text"; max: number }
  | { control: "number"; isWhole: boolean }
  | { control: "richText" }
  /** A rich text written as Markdown. */
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

/** What a browser is told of a text of a certain sort, such as the keyboard it takes. */
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
  /** What people read; without them each option is its own word. */
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
  /** What a row is called, such as "office"; without it rows are numbered. */
  one?: string | undefined;
  /** Name of a numbered row on the button that adds one, such as "fact". */
  row?: string | undefined;
}

/** A field as a form is told of it. */
export type DescribedField<Input extends FieldInput = FieldInput> = Input & { label: string; hint: string };

/** The parts of a record by name, as they are drawn. */
export type FieldItem = Readonly<Record<string, DescribedField>>;
