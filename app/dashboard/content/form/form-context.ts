import { createContext, useContext } from "react";
import type { EntryScreen } from "./entry-screen.ts";
import type { Choices } from "./read-choices.ts";

/** What the fields of one form share. */
export interface FormParts {
  choices: Choices;
  texts: EntryScreen["texts"];
  /** Sentences on what is wrong, by the names of fields. */
  errors: Record<string, string>;
  /** A field changed otherwise than by typing into a control. */
  touch(): void;
}

export const FormContext = createContext<FormParts>({
  choices: { entries: {}, categories: {}, tags: {}, pictures: [], icons: [] },
  texts: {},
  errors: {},
  touch: () => {},
});

export function useForm(): FormParts {
  return useContext(FormContext);
}
