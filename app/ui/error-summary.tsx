import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";

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
