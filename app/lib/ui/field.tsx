import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

interface FieldProps {
  label: string;
  name: string;
  /** Required if a page has several fields with this name. */
  id?: string;
  error?: string | undefined;
  hint?: string | undefined;
  isOptional?: boolean;
  /** Whether it spans the full width of the form. */
  isWide?: boolean;
  /** Renders the control: `<input className="input" {...control} />`. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  name: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Labelled control with its error, which screen readers announce with it. */
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
  /** Pass the same array until there are new errors. */
  errors: readonly { name: string; message: string }[];
  /** Content below the title for errors without a field. */
  children?: ReactNode;
  /** Whether the browser focused it on page load. */
  hasFocus?: boolean;
}

/** Error summary above the form, with a link to each field; receives focus on new errors. */
export function ErrorSummary({ title, errors, children, hasFocus = false }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new errors are what moves the focus
  useEffect(() => {
    if (!hasFocus) box.current?.focus();
  }, [errors]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts, readers would miss the errors
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

/** Focuses the target without changing the address, which would discard the page's state. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}
