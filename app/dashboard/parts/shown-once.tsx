import { Copy } from "lucide-react";
import { useId, useState } from "react";

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
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value).catch(() => {});
    setCopied(true);
  };
  return (
    <section className="boxed stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <label htmlFor={`${id}-value`}>{label}</label>
      <div className="row">
        <input
          className="input grow"
          id={`${id}-value`}
          readOnly
          value={value}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button className="btn quiet" type="button" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden /> {button}
        </button>
        <span role="status" className="small mute">
          {isCopied ? "Copied" : ""}
        </span>
      </div>
      <p className="hint">{note}</p>
    </section>
  );
}
