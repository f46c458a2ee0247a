import { createContext, useContext } from "react";
import type { Draft, FormField } from "#app/company/form-field.ts";

interface FormState {
  /** What is wrong, by whole paths. */
  errors: Readonly<Record<string, string>>;
  /** Every time zone there is, where one is asked for. */
  zones: readonly string[];
}

export const FormContext = createContext<FormState>({ errors: {}, zones: [] });

export function useForm(): FormState {
  return useContext(FormContext);
}

export interface SettingFieldProps {
  field: FormField;
  /** Its whole name in the form, such as "offices.0.city". */
  path: string;
  value: Draft | undefined;
}
