import { sayBytes } from "#app/text/counts.ts";
import { Fact } from "../parts/fact.tsx";
import { Moment } from "../parts/moment.tsx";
import { CopyAddress } from "./copy-address.tsx";
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
