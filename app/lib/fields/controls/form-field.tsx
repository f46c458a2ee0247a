import type { ReactNode } from "react";
import type { DescribedField } from "../inputs.ts";
import { controlOf } from "./controls.ts";

interface FormFieldProps {
  name: string;
  input: DescribedField;
  value: unknown;
}

/** Renders the control that a field names. */
export function FormField({ name, input, value }: FormFieldProps): ReactNode {
  const { Control } = controlOf(input);
  return <Control name={name} input={input} value={value} draw={drawPart} />;
}

function drawPart(part: FormFieldProps): ReactNode {
  return <FormField key={part.name} {...part} />;
}
