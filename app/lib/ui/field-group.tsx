import type { ReactNode } from "react";
import { FieldError } from "./field.tsx";

interface FieldGroupProps {
  id: string;
  label: ReactNode;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string | undefined;
  /** Whether exactly one control can be selected. */
  isRadioGroup?: boolean;
  children: ReactNode;
}

/** Group of controls with one label and one error, which screen readers announce together. */
export function FieldGroup({ id, label, error, hint, className, isRadioGroup, children }: FieldGroupProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <fieldset
      className={[className, error && "bad"].filter(Boolean).join(" ") || undefined}
      id={id}
      tabIndex={-1}
      role={isRadioGroup ? "radiogroup" : undefined}
      aria-describedby={described || undefined}
      aria-invalid={isRadioGroup && error ? true : undefined}
    >
      <legend>{label}</legend>
      {error && <FieldError id={`${id}-error`} text={error} />}
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
