import { type ComponentType, createContext, useContext } from "react";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";

/** Picture that a form shows and a picker returns. */
export interface PictureChoice {
  id: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Position of the subject, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  /** Tiny blurred version as a data URL. */
  placeholder: string;
  /** Path of the smallest file. */
  thumb: string;
  /** All files with their widths, in the syntax of `<img srcset>`. */
  srcset: string;
}

/** Entry that a field can reference. */
export interface EntryOption {
  id: string;
  title: string;
  state: string;
}

/** Options of a form's fields; each list includes the current values. */
export interface FormChoices {
  /** Keyed by kind name. */
  entries: Record<string, EntryOption[]>;
  /** Keyed by taxonomy. */
  categories: Record<string, { id: string; name: string }[]>;
  /** Keyed by field. */
  tags: Record<string, string[]>;
  pictures: PictureChoice[];
  staff: { id: string; name: string }[];
  icons: { name: string; shapes: readonly (readonly [string, Record<string, string>])[] }[];
}

export interface PicturePickerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Sets the focus after closing; by default the element focused before gets it. */
  returnFocus?: () => void;
  /** Whether the user may choose several. */
  isMany?: boolean;
  /** Called once before `onClose`; with one picture unless `isMany` is set. */
  onPick: (pictures: PictureChoice[]) => void;
}

export interface RichTextEditorProps {
  name: string;
  label: string;
  doc: RichText;
}

/** Larger parts of the screen that controls open. */
export interface FormTools {
  PicturePicker: ComponentType<PicturePickerProps>;
  loadEditor(): Promise<ComponentType<RichTextEditorProps>>;
  /** Saves the alternative text of a library picture; false on failure. */
  saveAltText(id: string, alt: string): Promise<boolean>;
  /** Display names of entry states. */
  entryStates: Readonly<Record<string, string>>;
}

/** Data shared by the fields of one form. */
export interface FormParts {
  choices: FormChoices;
  /** Rich texts by field: Markdown for the plain text area, HTML for the preview before the editor loads. */
  texts: Record<string, { markdown: string; html: string }>;
  /** Error messages by field name. */
  errors: Readonly<Record<string, string>>;
  tools: FormTools;
  /** `column` stacks fields and counts the remaining characters; `grid` uses rows and stops typing at the limit. */
  layout: "column" | "grid";
  /** Reports a change made without typing into a control. */
  touch(): void;
}

export const noChoices: FormChoices = {
  entries: {},
  categories: {},
  tags: {},
  pictures: [],
  staff: [],
  icons: [],
};

export const noTools: FormTools = {
  PicturePicker: () => null,
  loadEditor: () => Promise.reject(new Error("This form has no editor of rich texts")),
  saveAltText: async () => false,
  entryStates: {},
};

/** Form context with error messages only. */
export const noForm: FormParts = {
  choices: noChoices,
  texts: {},
  errors: {},
  tools: noTools,
  layout: "column",
  touch: () => {},
};

export const FormContext = createContext<FormParts>(noForm);

export function useForm(): FormParts {
  return useContext(FormContext);
}
