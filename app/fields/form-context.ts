import { type ComponentType, createContext, useContext } from "react";
import type { RichText } from "#app/rich-text/schema/document.ts";

/** A picture as a form shows it, and a picker hands it over. */
export interface PictureChoice {
  id: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Where the subject is, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  /** A tiny blurred version as a data address. */
  placeholder: string;
  /** Path of its smallest file. */
  thumb: string;
  /** All its files with their widths, as `<img srcset>` takes them. */
  srcset: string;
}

/** An entry of the site that a field can name. */
export interface EntryOption {
  id: string;
  title: string;
  state: string;
}

/** What the fields of a form offer; each holds what its value has already. */
export interface FormChoices {
  /** By the name of their kind. */
  entries: Record<string, EntryOption[]>;
  /** By taxonomy. */
  categories: Record<string, { id: string; name: string }[]>;
  /** By field. */
  tags: Record<string, string[]>;
  pictures: PictureChoice[];
  staff: { id: string; name: string }[];
  icons: { name: string; shapes: readonly (readonly [string, Record<string, string>])[] }[];
}

export interface PicturePickerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Whether several may be chosen at once. */
  isMany?: boolean;
  /** Called once, with one picture unless several may be chosen; `onClose` follows. */
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
  /** Saves the alternative text of a library picture; false if that failed. */
  saveAltText(id: string, alt: string): Promise<boolean>;
  /** What staff call where an entry stands. */
  entryStates: Readonly<Record<string, string>>;
}

/** What the fields of one form share. */
export interface FormParts {
  choices: FormChoices;
  /** Rich texts by field: as Markdown for the plain text area, and as HTML until the editor is there. */
  texts: Record<string, { markdown: string; html: string }>;
  /** Sentences on what is wrong, by the names of fields. */
  errors: Readonly<Record<string, string>>;
  tools: FormTools;
  /** Fields under each other, with what is left of a length counted; or in rows, where typing stops at it. */
  layout: "column" | "grid";
  /** A field changed otherwise than by typing into a control. */
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

/** A form whose fields share nothing but what is wrong. */
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
