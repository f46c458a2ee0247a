import Upload from "lucide-react/icons/upload";
import { type ReactNode, useEffect, useId, useState } from "react";
import { type FileAnswer, type LibraryPicture, pictureOf } from "./library-picture.ts";
import { moveByArrows } from "./move-by-arrows.ts";

interface PickFromLibraryProps {
  /** Selected pictures in order, for a choice of several; null for a choice of one. */
  chosen: readonly LibraryPicture[] | null;
  /** Called with the chosen picture; for a choice of several, it toggles the picture. */
  onPick: (picture: LibraryPicture) => void;
  onFiles: (files: File[]) => void;
}

/** Search, tag filter and pictures of the library; arrow keys move between pictures. */
export function PickFromLibrary({ chosen, onPick, onFiles }: PickFromLibraryProps) {
  const [q, setQ] = useState("");
  const [tag, setTag] = useState("");
  const tags = useTags(true);
  const { files, next, state, readMore } = useLibrary({ type: "picture", q, tag });
  return (
    <>
      <div className="row">
        <input
          className="input"
          type="search"
          aria-label="Search pictures"
          placeholder="Search by name, alt text or tag"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        {tags.length > 0 && (
          <select
            className="input"
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
        <ChooseFiles onFiles={onFiles} accept="image/*" isMany={chosen !== null}>
          {chosen ? "Upload pictures" : "Upload picture"}
        </ChooseFiles>
      </div>
      <p className="hint" role="status">
        {chosen !== null && chosen.length > 0 && (
          <>{chosen.length} chosen. They appear in the order you picked them. </>
        )}
        {describe(state, files.length, {
          isFiltered: q !== "" || tag !== "",
          chosen: chosen?.length ?? null,
        })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would suggest form fields */}
      <div className="thumbs" role="group" aria-label="Pictures" onKeyDown={moveByArrows}>
        {files.map(pictureOf).map((picture) => (
          <button
            key={picture.id}
            className="thumb"
            type="button"
            aria-pressed={chosen ? positionOf(picture, chosen) > 0 : undefined}
            onClick={() => onPick(picture)}
          >
            <img
              sizes="10rem"
              srcSet={picture.srcset}
              src={picture.thumb}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
            />
            <span>{picture.name}</span>
            {chosen && positionOf(picture, chosen) > 0 && (
              <b className="place num">{positionOf(picture, chosen)}</b>
            )}
          </button>
        ))}
      </div>
      {next !== null && (
        <button className="btn quiet more" type="button" disabled={state === "loading"} onClick={readMore}>
          More pictures
        </button>
      )}
    </>
  );
}

/** Position of a picture in the selection, from 1; 0 when it is not selected. */
function positionOf(picture: LibraryPicture, chosen: readonly LibraryPicture[]): number {
  return chosen.findIndex(({ id }) => id === picture.id) + 1;
}

interface Shown {
  isFiltered: boolean;
  /** Number of selected pictures, for a choice of several; null for a choice of one. */
  chosen: number | null;
}

function describe(state: Found["state"], count: number, { isFiltered, chosen }: Shown): string {
  if (state === "failed") return "Could not load the library. Close this and try again.";
  if (state === "loading" && count === 0) return "Loading…";
  if (count > 0 && chosen) return "";
  if (count > 0 && chosen === 0) return "Click pictures to choose them, or drop files here to upload them.";
  if (count > 0) return "Click a picture to choose it, or drop a file here to upload it.";
  return isFiltered
    ? "No picture matches. Change the search, or upload one."
    : "There are no pictures yet. Upload the first one.";
}

/** All tags of the library; empty until they have loaded. */
function useTags(isWanted: boolean): string[] {
  const [tags, setTags] = useState<string[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    fetch("/api/file-tags", { signal: controller.signal })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then((list: { tag: string }[]) => setTags(list.map(({ tag }) => tag)))
      .catch(() => {});
    return () => controller.abort();
  }, [isWanted]);
  return tags;
}

interface ChooseFilesProps {
  onFiles: (files: File[]) => void;
  accept: string;
  isMany?: boolean;
  className?: string;
  children: ReactNode;
}

/** Native file input styled as a button. */
function ChooseFiles({
  onFiles,
  accept,
  isMany = false,
  className = "btn quiet",
  children,
}: ChooseFilesProps) {
  const id = useId();
  return (
    <span className="choose">
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        multiple={isMany}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Lets the same file be chosen again.
          target.value = "";
          onFiles(files);
        }}
      />
      <label className={className} htmlFor={id}>
        <Upload className="icon" aria-hidden />
        {children}
      </label>
    </span>
  );
}

interface PictureQuery {
  type: "picture" | "pdf";
  q: string;
  tag: string;
}

interface Found {
  files: FileAnswer[];
  next: string | null;
  state: "loading" | "ready" | "failed";
}

const nothing: Found = { files: [], next: null, state: "loading" };

/** Fetches matching files of the library page by page. */
function useLibrary(query: PictureQuery): Found & { readMore: () => void } {
  const { type, q, tag } = query;
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const controller = new AbortController();
    // Waits until typing pauses.
    const timer = setTimeout(async () => {
      const page = await readPage({ type, q, tag }, "", controller.signal);
      if (!controller.signal.aborted) setFound(page ?? { ...nothing, state: "failed" });
    }, 150);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [type, q, tag]);
  const readMore = async () => {
    if (found.next === null || found.state === "loading") return;
    setFound((before) => ({ ...before, state: "loading" }));
    const page = await readPage(query, found.next);
    setFound((before) =>
      page ? { ...page, files: [...before.files, ...page.files] } : { ...before, state: "failed" },
    );
  };
  return { ...found, readMore: () => void readMore() };
}

async function readPage(query: PictureQuery, cursor: string, signal?: AbortSignal): Promise<Found | null> {
  const params = new URLSearchParams({ ...query, cursor, limit: "36" });
  try {
    const answer = await fetch(`/api/files?${params}`, signal ? { signal } : {});
    // Typed as in /api/openapi.json.
    const { files, next } = (await answer.json()) as Pick<Found, "files" | "next">;
    return answer.ok ? { files, next, state: "ready" } : null;
  } catch {
    return null;
  }
}
