import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
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

interface ErrorSummaryProps {
  title: string;
  /** Keep it the same array until there is something new to say. */
  errors: readonly { name: string; message: string }[];
  /** What stands below the title where no field is to blame. */
  children?: ReactNode;
}

/** What is wrong, above the form, with a link to each field; takes the focus when it has something new to say. */
export function ErrorSummary({ title, errors, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are what moves the focus
  useEffect(() => box.current?.focus(), [errors]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts a refused form would begin unread at its top
    <div className="summary" role="alert" tabIndex={-1} autoFocus ref={box}>
      <h2>{title}</h2>
      {children}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ name, message }) => (
            <li key={name}>
              <a href={`#f-${name}`} onClick={focusTarget}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Goes there without a change of address, which would end the page's state. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}
