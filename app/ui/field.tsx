import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface FieldProps {
  label: string;
  name: string;
  /** Where a page has several fields of the name. */
  id?: string;
  error?: string | undefined;
  hint?: string | undefined;
  isOptional?: boolean;
  /** Takes the whole row of its form. */
  isWide?: boolean;
  /** Draws the control: `<input className="input" {...control} />`. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  name: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** A labelled control; what is wrong with it stands beside it and is read with it. */
export function LabelledField({
  label,
  name,
  id = `f-${name}`,
  error,
  hint,
  isOptional,
  isWide,
  children,
}: FieldProps) {
  const control: ControlProps = {
    id,
    name,
    "aria-describedby": [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div className={["field", isWide && "full-row", error && "bad"].filter(Boolean).join(" ")}>
      <label htmlFor={id}>
        {label} {isOptional && <i>(optional)</i>}
      </label>
      {children(control)}
      {error && <FieldError id={`${id}-error`} text={error} />}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className="err" id={id}>
      <Icon name="circle-alert" /> {text}
    </p>
  );
}
