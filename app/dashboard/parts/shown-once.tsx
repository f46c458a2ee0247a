import Copy from "lucide-react/icons/copy";
import { useEffect, useId, useRef, useState } from "react";

interface ShownOnceProps {
  title: string;
  /** Instruction above the value. */
  label: string;
  value: string;
  button: string;
  note: string;
}

/** New link or secret that cannot be shown again, with a copy button. */
export function ShownOnce({ title, label, value, button, note }: ShownOnceProps) {
  const id = useId();
  return (
    <section className="boxed stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <CopyRow label={label} value={value} button={button} isFocused />
      <p className="hint">{note}</p>
    </section>
  );
}

interface CopyRowProps {
  label: string;
  value: string;
  button: string;
  /** Number of text rows; a single-line field by default. */
  rows?: number;
  isFocused?: boolean;
}

/** Labelled text with a copy button. */
export function CopyRow({ label, value, button, rows, isFocused = false }: CopyRowProps) {
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [copyStatus, setCopyStatus] = useState("");
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const copy = async () => {
    try {
      // Undefined unless the page uses TLS or is on localhost.
      await navigator.clipboard.writeText(value);
      setCopyStatus("Copied");
    } catch {
      field.current?.select();
      setCopyStatus("Your browser blocked copying. Press Ctrl C.");
    }
  };
  const control = {
    className: "input grow",
    id,
    ref: field,
    readOnly: true,
    value,
    dir: "ltr",
    onFocus: () => field.current?.select(),
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className="row">
        {rows ? <textarea {...control} rows={rows} spellCheck={false} /> : <input {...control} />}
        <button className="btn quiet" type="button" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden /> {button}
        </button>
        <span role="status" className="small mute">
          {copyStatus}
        </span>
      </div>
    </>
  );
}
