import { useEffect, useRef } from "react";

interface ErrorSummaryProps {
  title: string;
  errors: readonly { name: string; message: string }[];
}

/** What is wrong, above the form, with a link to each field; takes the focus when it appears. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{title}</h2>
      <ul>
        {errors.map(({ name, message }) => (
          <li key={`${name}${message}`}>
            <a href={`#f-${name}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
