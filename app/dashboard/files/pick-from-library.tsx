import { useState } from "react";
import { ChooseFiles } from "./choose-files.tsx";
import { type LibraryPicture, pictureOf } from "./library-picture.ts";
import { moveByArrows } from "./move-by-arrows.ts";
import { useLibrary } from "./use-library.ts";
import { useTags } from "./use-tags.ts";

interface PickFromLibraryProps {
  onPick: (picture: LibraryPicture) => void;
  onFile: (file: File) => void;
}

/** Search, tags, and the pictures themselves; arrow keys walk among them. */
export function PickFromLibrary({ onPick, onFile }: PickFromLibraryProps) {
  const [q, setQ] = useState("");
  const [tag, setTag] = useState("");
  const tags = useTags(true);
  const { files, next, state, readMore } = useLibrary({ type: "picture", q, tag });
  return (
    <>
      <div className="row">
        <input
          className="in"
          type="search"
          aria-label="Search pictures"
          placeholder="Search by name, alt text or tag"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        {tags.length > 0 && (
          <select
            className="in"
            aria-label="Tag"
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          >
            <option value="">All tags</option>
            {tags.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <ChooseFiles onFiles={([file]) => file && onFile(file)} accept="image/*">
          Upload picture
        </ChooseFiles>
      </div>
      <p className="hint" role="status">
        {describe(state, files.length, q !== "" || tag !== "")}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: these are no fields */}
      <div className="thumbs" role="group" aria-label="Pictures" onKeyDown={moveByArrows}>
        {files.map(pictureOf).map((picture) => (
          <button key={picture.id} className="thumb" type="button" onClick={() => onPick(picture)}>
            <img
              sizes="10rem"
              srcSet={picture.srcset}
              src={picture.thumb}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
            />
            <span>{picture.name}</span>
          </button>
        ))}
      </div>
      {next !== null && (
        <button className="btn q more" type="button" disabled={state === "loading"} onClick={readMore}>
          More pictures
        </button>
      )}
    </>
  );
}

function describe(state: "loading" | "ready" | "failed", count: number, isFiltered: boolean): string {
  if (state === "failed") return "Could not load the library. Close this and try again.";
  if (state === "loading" && count === 0) return "Loading…";
  if (count > 0) return "Click a picture to choose it, or drop a file here to upload it.";
  return isFiltered
    ? "No picture matches. Change the search, or upload one."
    : "There are no pictures yet. Upload the first one.";
}
