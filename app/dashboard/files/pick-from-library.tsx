import { Upload } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { type FileAnswer, type LibraryPicture, pictureOf } from "./library-picture.ts";
import { moveByArrows } from "./move-by-arrows.ts";

interface PickFromLibraryProps {
  /** Those chosen so far, in their order, where several may be; null where one is all. */
  chosen: readonly LibraryPicture[] | null;
  /** Asked for one, or for one more or less. */
  onPick: (picture: LibraryPicture) => void;
  onFiles: (files: File[]) => void;
}

/** Search, tags, and the pictures themselves; arrow keys walk among them. */
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
      {/* biome-ignore lint/a11y/useSemanticElements: these are no fields */}
      <div className="thumbs" role="group" aria-label="Pictures" onKeyDown={moveByArrows}>
        {files.map(pictureOf).map((picture) => (
          <button
            key={picture.id}
            className="thumb"
            type="button"
            aria-pressed={chosen ? numberOf(picture, chosen) > 0 : undefined}
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
            {chosen && numberOf(picture, chosen) > 0 && (
              <b className="place num">{numberOf(picture, chosen)}</b>
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

/** The place of a picture among those chosen, from 1; 0 for none. */
function numberOf(picture: LibraryPicture, chosen: readonly LibraryPicture[]): number {
  return chosen.findIndex(({ id }) => id === picture.id) + 1;
}

interface Shown {
  isFiltered: boolean;
  /** How many are chosen, where several may be; null where one is all. */
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

/** All tags of the library; none until they are known. */
function useTags(isWanted: boolean): string[] {
  const [tags, setTags] = useState<string[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    fetch("/api/file-tags", { signal: gone.signal })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then((list: { tag: string }[]) => setTags(list.map(({ tag }) => tag)))
      .catch(() => {});
    return () => gone.abort();
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

/** The browser's own way to choose files, drawn as a button. */
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
          // So that the same file can be chosen again.
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

interface Wish {
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

/** The files of the library that fit a wish, a page at a time, asked for from the browser. */
function useLibrary(wish: Wish): Found & { readMore: () => void } {
  const { type, q, tag } = wish;
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const gone = new AbortController();
    // As long as somebody types, nothing is asked.
    const timer = setTimeout(async () => {
      const page = await readPage({ type, q, tag }, "", gone.signal);
      if (!gone.signal.aborted) setFound(page ?? { ...nothing, state: "failed" });
    }, 150);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [type, q, tag]);
  const readMore = async () => {
    if (found.next === null || found.state === "loading") return;
    setFound((before) => ({ ...before, state: "loading" }));
    const page = await readPage(wish, found.next);
    setFound((before) =>
      page ? { ...page, files: [...before.files, ...page.files] } : { ...before, state: "failed" },
    );
  };
  return { ...found, readMore: () => void readMore() };
}

async function readPage(wish: Wish, cursor: string, signal?: AbortSignal): Promise<Found | null> {
  const query = new URLSearchParams({ ...wish, cursor, limit: "36" });
  try {
    const answer = await fetch(`/api/files?${query}`, signal ? { signal } : {});
    // As /api/openapi.json says.
    const { files, next } = (await answer.json()) as Pick<Found, "files" | "next">;
    return answer.ok ? { files, next, state: "ready" } : null;
  } catch {
    return null;
  }
}
