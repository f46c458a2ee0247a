import { Copy } from "lucide-react";
import { useRef } from "react";
import { sayBytes } from "#app/text/counts.ts";
import { useScripts } from "../content/form/use-scripts.ts";
import { Fact } from "../parts/fact.tsx";
import { Moment } from "../parts/moment.tsx";
import { useToasts } from "../parts/toasts.tsx";
import type { FileScreen } from "./read-file-screen.ts";

/** What a file is, and where it stands. */
export function FileFacts({ screen }: { screen: FileScreen }) {
  const { file, by, lasting, sizes } = screen;
  const isPicture = file.kind === "picture";
  return (
    <section>
      <h2>Details</h2>
      <dl className="facts">
        <Fact name={isPicture ? "Picture" : "PDF"}>
          {isPicture
            ? `${file.width.toLocaleString("en")} × ${file.height.toLocaleString("en")}`
            : sayPages(file.pages)}
        </Fact>
        <Fact name="Size">{isPicture ? `${sayBytes(file.bytes)} in all sizes` : sayBytes(file.bytes)}</Fact>
        <Fact name="Added">
          <Moment at={file.createdAt} /> {by !== null && `by ${by}`}
        </Fact>
        {file.updatedAt !== file.createdAt && (
          <Fact name="Changed">
            <Moment at={file.updatedAt} />
          </Fact>
        )}
        {sizes.length > 0 && (
          <Fact name="Widths">
            {sizes.map(({ width, webp }) => (
              <a key={width} className="tag num" href={webp}>
                {width.toLocaleString("en")}
              </a>
            ))}
          </Fact>
        )}
      </dl>
      <CopyAddress address={lasting} />
    </section>
  );
}

function sayPages(pages: number | null): string {
  if (pages === null) return "Pages not known";
  return pages === 1 ? "1 page" : `${pages.toLocaleString("en")} pages`;
}

/** The address for links elsewhere: it goes on leading here when the file is replaced. */
function CopyAddress({ address }: { address: string }) {
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
