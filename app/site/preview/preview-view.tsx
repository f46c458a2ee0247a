import { spellMoment } from "#app/text/moments.ts";
import type { PreviewData } from "./read-preview-page.ts";
import { ShownPage } from "./shown-page.tsx";
import { useFrameOf } from "./use-frame-of.ts";

/** The public page of an entry below a bar that says that it is none. */
export function PreviewView({ preview }: { preview: PreviewData }) {
  const { place, shown } = preview;
  useFrameOf(place);
  return (
    <>
      <aside className="preview-bar" aria-label="About this preview">
        <p>
          <b>{preview.isLive ? "Preview of what is public" : "Preview, not public"}</b> {describe(preview)}
        </p>
        {place && <a href={`#${encodeURIComponent(place)}`}>Show “{preview.title}”</a>}
      </aside>
      <ShownPage shown={shown} />
    </>
  );
}

function describe({ until, timeZone, isNewest, version }: PreviewData): string {
  if (until !== "") return `This link works until ${spellMoment(until, timeZone)}.`;
  return isNewest ? `Version ${version}, the newest.` : `Version ${version}, an older one.`;
}
