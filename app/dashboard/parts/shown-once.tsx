import { Copy } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";

interface ShownOnceProps {
  title: string;
  /** What is to be done with it. */
  label: string;
  value: string;
  button: string;
  note: string;
}

/** A link or a secret that was just made and that nothing shows again, to be copied. */
export function ShownOnce({ title, label, value, button, note }: ShownOnceProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copyStatus, setCopyStatus] = useState("");
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    try {
      // There only where the page came over TLS, or from this machine.
      await navigator.clipboard.writeText(value);
      setCopyStatus("Copied");
    } catch {
      field.current?.select();
      setCopyStatus("Your browser blocked copying. Press Ctrl C.");
    }
  };
  return (
    <section className="boxed stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <label htmlFor={`${id}-value`}>{label}</label>
      <div className="row">
        <input
          className="input grow"
          id={`${id}-value`}
          ref={field}
          readOnly
          value={value}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button className="btn quiet" type="button" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden /> {button}
        </button>
        <span role="status" className="small mute">
          {copyStatus}
        </span>
      </div>
      <p className="hint">{note}</p>
    </section>
  );
}
