import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Form, Link, useRevalidator } from "react-router";

import { Empty } from "../parts/empty.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { Pager } from "../parts/pager.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/library.ts";
import { FileFigure } from "./file-figure.tsx";
import { FileList } from "./file-table.tsx";
import { saySize, sayUses } from "./format-file.ts";
import { libraryContexts } from "./library-actions.ts";
import { filePath, type LibraryView, libraryAddress, usualView } from "./library-address.ts";
import { LibraryFilters } from "./library-filters.tsx";
import { moveByArrows } from "./move-by-arrows.ts";
import { type LibraryItem, readLibrary } from "./read-library.ts";
import { TagOptions } from "./tag-options.tsx";
import { TrashActions } from "./trash-actions.tsx";
import { addFile } from "./upload/send-file.ts";
import { UploadPanel } from "./upload/upload-panel.tsx";
import { createUploadQueue, type QueuedFile, type UploadQueue } from "./upload/upload-queue.ts";
import { useDroppedFiles } from "./upload/use-dropped-files.ts";
import { type Selection, useSelection } from "./use-selection.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return readLibrary(db, new URL(args.request.url));
}

export async function action(args: Route.ActionArgs) {
  return handleAction(args, libraryContexts);
}

export default function Library({ loaderData: library, actionData }: Route.ComponentProps) {
  const { view, items, count, tags, previous, next } = library;
  const { revalidate } = useRevalidator();
  const { queue, files } = useUploads(useCallback(() => void revalidate(), [revalidate]));
  const chooser = useRef<HTMLInputElement>(null);
  const isOver = useDroppedFiles(useCallback((dropped) => queue.add(dropped, view.tag), [queue, view.tag]));
  const selection = useSelection(items);
  const upload = (
    <button className="btn" type="button" onClick={() => chooser.current?.click()}>
      Upload
    </button>
  );
  return (
    <Screen title="Files" count={count} answer={actionData} actions={upload}>
      <LibraryFilters view={view} tags={tags} />
      <div className="library" ref={selection.box} onChange={selection.count}>
        <BulkBar view={view} tags={tags} selection={selection} />
        <UploadForm chooser={chooser} onFiles={(chosen) => queue.add(chosen, view.tag)} />
        <UploadPanel queue={queue} files={files} />
        {items.length === 0 && <NothingHere view={view} />}
        {items.length > 0 &&
          (view.view === "grid" ? <FileGrid items={items} /> : <FileList library={library} />)}
        <Pager previous={previous} next={next} />
      </div>
      {isOver && <div className="dropzone">Drop to upload</div>}
    </Screen>
  );
}

function NothingHere({ view }: { view: LibraryView }) {
  if (view.show === "trash" && view.q === "" && view.tag === "")
    return <Empty title="The trash is empty">Deleted files stay here for 30 days.</Empty>;
  const isFiltered = view.q !== "" || view.tag !== "" || view.show !== "all";
  if (isFiltered)
    return (
      <Empty title="No matches">
        <p>
          {view.q === ""
            ? "No file has these filters."
            : `No file has “${view.q}” in its name, alt text or tags.`}
        </p>
        <Link className="link" to={libraryAddress({ ...usualView, view: view.view })}>
          Clear filters
        </Link>
      </Empty>
    );
  return (
    <Empty title="No files yet">
      <p>
        Pictures and PDFs that you add here can be used in every page. Drop the first ones onto this screen.
      </p>
    </Empty>
  );
}

const none: readonly QueuedFile[] = [];

/** The uploads of this screen. `onAdded` is called once no file is under way any more. */
function useUploads(onAdded: () => void): { queue: UploadQueue; files: readonly QueuedFile[] } {
  const [queue] = useState(() => createUploadQueue(addFile));
  const files = useSyncExternalStore(queue.subscribe, queue.read, () => none);
  const isUnderWay = files.some(({ state }) => state !== "done" && state !== "failed");
  const done = files.filter(({ state }) => state === "done").length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is shown when nothing more is coming
  useEffect(() => {
    if (!isUnderWay && done > 0) onAdded();
  }, [isUnderWay]);
  useEffect(() => {
    if (!isUnderWay) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnderWay]);
  return { queue, files };
}

/** The library as pictures; arrow keys walk among them. */
function FileGrid({ items }: { items: readonly LibraryItem[] }) {
  return (
    <ul className="thumbs pad" onKeyDown={moveByArrows}>
      {items.map((item) => (
        <li key={item.id} className="cell">
          <input type="checkbox" name="id" value={item.id} form="bulk" aria-label={`Select ${item.name}`} />
          <Link className="thumb" to={filePath(item.id)}>
            <FileFigure item={item} />
            <span title={item.name}>{item.name}</span>
          </Link>
          <small>
            {saySize(item)}
            <br />
            {item.kind === "picture" && item.alt === "" ? (
              <b className="slow">Text missing</b>
            ) : (
              sayUses(item.uses)
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}

interface UploadFormProps {
  chooser: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

/** Where files are chosen. */
function UploadForm({ chooser, onFiles }: UploadFormProps) {
  return (
    <div className="uploader">
      <input
        ref={chooser}
        type="file"
        aria-label="Files to upload"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = "";
        }}
      />
      <p className="hint">
        Drop files anywhere on this screen, or paste them. JPEG, PNG, WebP, AVIF, GIF and PDF, 10 MB each.
      </p>
    </div>
  );
}

interface BulkBarProps {
  view: LibraryView;
  tags: readonly { tag: string }[];
  selection: Selection;
}

/** What can be done with the files that are ticked; the style sheet shows it as soon as one is. */
function BulkBar({ view, tags, selection }: BulkBarProps) {
  const { ticked, tickAll } = selection;
  return (
    <Form className="bulk" id="bulk" method="post" preventScrollReset aria-label="Selected files">
      <b role="status">{ticked > 0 ? `${ticked} selected` : "Selected files"}</b>
      {view.show === "trash" ? <TrashActions /> : <LibraryActions tags={tags} />}
      <span className="row end">
        <button className="btn quiet" type="button" onClick={() => tickAll(true)}>
          Select all
        </button>
        <button className="btn quiet" type="reset" onClick={() => tickAll(false)}>
          Clear selection <kbd>Esc</kbd>
        </button>
      </span>
    </Form>
  );
}

function LibraryActions({ tags }: { tags: readonly { tag: string }[] }) {
  return (
    <>
      <input
        className="input"
        name="tags"
        aria-label="Tags, separated by commas"
        placeholder="Tag"
        list="known-tags"
        maxLength={200}
      />
      <TagOptions id="known-tags" tags={tags} />
      <button className="btn quiet" type="submit" name="intent" value="tag">
        Add tag
      </button>
      <button className="btn quiet" type="submit" name="intent" value="untag">
        Remove tag
      </button>
      <button className="btn quiet bad" type="submit" name="intent" value="trash">
        Move to trash
      </button>
    </>
  );
}
