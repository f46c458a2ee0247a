import { createContext, useContext } from "react";
import type { SettingFormField, SettingsDraft } from "#app/company/form-field.ts";

interface FormState {
  /** What is wrong, by whole paths. */
  errors: Readonly<Record<string, string>>;
  /** Every time zone there is, where one is asked for. */
  zones: readonly string[];
}

export const SettingFormContext = createContext<FormState>({ errors: {}, zones: [] });

export function useSettingForm(): FormState {
  return useContext(SettingFormContext);
}

export interface SettingFieldProps {
  field: SettingFormField;
  /** Its whole name in the form, such as "offices.0.city". */
  path: string;
  value: SettingsDraft | undefined;
}
