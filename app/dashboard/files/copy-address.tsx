import { Copy } from "lucide-react";
import { useRef } from "react";
import { useScripts } from "../content/form/use-scripts.ts";
import { useToasts } from "../parts/toasts.tsx";

/** The address for links elsewhere: it goes on leading here when the file is replaced. */
export function CopyAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { say } = useToasts();
  const hasScripts = useScripts();
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      say({ done: "The address is copied." });
    } catch {
      say(
        { done: "Your browser does not let us copy; the address is marked, press Ctrl C." },
        { isBad: true },
      );
    }
  };
  return (
    <div className="row address">
      <input
        ref={field}
        className="in"
        readOnly
        value={address}
        aria-label="Address"
        onFocus={({ target }) => target.select()}
      />
      {hasScripts && (
        <button className="btn q ico" type="button" onClick={copy} title="Copy the address">
          <Copy className="i" aria-hidden />
          <span className="vh">Copy the address</span>
        </button>
      )}
    </div>
  );
}
