import { useEffect, useState } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** There only where a browser can copy. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button className="btn quiet compact" type="button" onClick={copy}>
      {isCopied ? <Icon name="check" /> : <Icon name="copy" />}
      {isCopied ? "Copied" : label}
    </button>
  );
}
