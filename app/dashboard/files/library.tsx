import ArrowDown from "lucide-react/icons/arrow-down";
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, useFetcher, useRevalidator } from "react-router";
import {
  addTags,
  type BulkOutcome,
  purgeFile,
  removeBytes,
  removeTags,
  restoreFile,
  runFileBulk,
  trashFile,
} from "#app/domain/files/library/change-file.ts";
import { readTagList } from "#app/domain/files/upload/upload.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { capitalize, formatCount } from "#app/lib/text/counts.ts";
import { write } from "#app/platform/database/database.ts";
import type { ActionOk, Undo } from "../parts/action-result.ts";
import { type FormInput, handleAction } from "../parts/handle-action.ts";
import { Empty, Pager } from "../parts/list-screen.tsx";
import { Moment } from "../parts/moment.tsx";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import {
  BulkBar,
  BulkButton,
  type RowSelection,
  SelectAll,
  SelectCell,
  SelectRow,
  useRowSelection,
} from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/library.ts";
import { FileFigure, formatFileSize, formatUses, TagOptions, TrashActions } from "./file-parts.tsx";
import {
  defaultView,
  filePath,
  type LibrarySort,
  type LibraryView,
  libraryAddress,
  libraryPath,
} from "./library-address.ts";
import { LibraryFilters } from "./library-filters.tsx";
import { moveByArrows } from "./move-by-arrows.ts";
import { type Library, type LibraryItem, readLibrary } from "./read-library.ts";
import { addFile, createUploadQueue, type QueuedFile, type UploadQueue } from "./upload/send-file.ts";
import { UploadPanel, useDroppedFiles } from "./upload/upload-panel.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return readLibrary(db, new URL(args.request.url));
}

export async function action(args: Route.ActionArgs) {
  return handleAction(args, libraryActions);
}

export default function FileLibrary({ loaderData: library, actionData }: Route.ComponentProps) {
  const { view, items, count, tags, previous, next } = library;
  const { revalidate } = useRevalidator();
  const { queue, files } = useUploads(useCallback(() => void revalidate(), [revalidate]));
  const chooser = useRef<HTMLInputElement>(null);
  const isOver = useDroppedFiles(useCallback((dropped) => queue.add(dropped, view.tag), [queue, view.tag]));
  const selection = useRowSelection(
    items.map(({ id }) => id),
    useFetcher(),
  );
  const upload = (
    <button className="btn" type="button" onClick={() => chooser.current?.click()}>
      Upload
    </button>
  );
  return (
    <Screen title="Files" count={count} answer={actionData} actions={upload}>
      <LibraryFilters view={view} tags={tags} />
      <div className="library">
        <BulkBar selection={selection}>
          {view.show === "trash" ? <TrashActions /> : <LibraryActions tags={tags} />}
        </BulkBar>
        <UploadForm chooser={chooser} onFiles={(chosen) => queue.add(chosen, view.tag)} />
        <UploadPanel queue={queue} files={files} />
        {items.length === 0 && <EmptyLibrary view={view} />}
        {items.length > 0 &&
          (view.view === "grid" ? (
            <FileGrid items={items} selection={selection} />
          ) : (
            <FileList library={library} selection={selection} />
          ))}
        <Pager previous={previous} next={next} />
      </div>
      {isOver && <div className="dropzone">Drop to upload</div>}
    </Screen>
  );
}

function EmptyLibrary({ view }: { view: LibraryView }) {
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
        <Link className="link" to={libraryAddress({ ...defaultView, view: view.view })}>
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

/** Upload queue of this screen. `onAdded` is called after the last upload. */
function useUploads(onAdded: () => void): { queue: UploadQueue; files: readonly QueuedFile[] } {
  const [queue] = useState(() => createUploadQueue(addFile));
  const files = useSyncExternalStore(queue.subscribe, queue.read, () => none);
  const isUnderWay = files.some(({ state }) => state !== "done" && state !== "failed");
  const done = files.filter(({ state }) => state === "done").length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an upload ends
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

/** Grid of the library; arrow keys move between files. */
function FileGrid({ items, selection }: { items: readonly LibraryItem[]; selection: RowSelection }) {
  return (
    <ul className="thumbs pad" onKeyDown={moveByArrows}>
      {items.map((item) => (
        <li key={item.id} className="cell">
          <SelectRow id={item.id} name={item.name} selection={selection} />
          <Link className="thumb" to={filePath(item.id)}>
            <FileFigure item={item} />
            <span title={item.name}>{item.name}</span>
          </Link>
          <small>
            {formatFileSize(item)}
            <br />
            {item.kind === "picture" && item.alt === "" ? (
              <b className="slow">Alt text missing</b>
            ) : (
              formatUses(item.uses)
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

/** Controls to choose files for upload. */
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
          // Lets the same file be chosen again.
          target.value = "";
        }}
      />
      <p className="hint">
        Drop files anywhere on this screen, or paste them. JPEG, PNG, WebP, AVIF, GIF and PDF, 10 MB each.
      </p>
    </div>
  );
}

/** Actions for selected files. */
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
      <BulkButton intent="tag">Add tag</BulkButton>
      <BulkButton intent="untag">Remove tag</BulkButton>
      <BulkButton intent="trash" isDangerous>
        Move to trash
      </BulkButton>
    </>
  );
}

type LibraryAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** Server actions for selected files. */
const libraryActions: Record<string, LibraryAction> = {
  async trash(sent, { db, actionContext }) {
    const outcome = await write(db, (tx) =>
      runFileBulk(idsOf(sent), (id) => trashFile(tx, id, actionContext)),
    );
    return formatBulkResult(outcome, "moved to trash", "restore");
  },
  async restore(sent, { db, actionContext }) {
    const outcome = await write(db, (tx) =>
      runFileBulk(idsOf(sent), (id) => restoreFile(tx, id, actionContext)),
    );
    return formatBulkResult(outcome, "restored", "trash");
  },
  async tag(sent, { db, actionContext }) {
    const tags = tagsOf(sent);
    const outcome = await write(db, (tx) => addTags(tx, idsOf(sent), tags, actionContext));
    return formatBulkResult(outcome, `tagged ${inQuotes(tags)}`, "untag", { tags: tags.join(", ") });
  },
  async untag(sent, { db, actionContext }) {
    const tags = tagsOf(sent);
    const outcome = await write(db, (tx) => removeTags(tx, idsOf(sent), tags, actionContext));
    return formatBulkResult(outcome, `untagged ${inQuotes(tags)}`, "tag", { tags: tags.join(", ") });
  },
  async purge(sent, { db, files, actionContext, person }) {
    if (person.role !== "admin")
      throw new DomainError("forbidden", "Only admins can delete files permanently.");
    const outcome = await write(db, (tx) =>
      runFileBulk(idsOf(sent), (id) => purgeFile(tx, id, actionContext)),
    );
    await removeBytes(files, outcome.done);
    return formatBulkResult(outcome, "deleted permanently");
  },
};

function idsOf(sent: FormInput): string[] {
  const ids = sent.all("id");
  if (ids.length === 0) throw new DomainError("invalid", "Select at least one file first.");
  return ids;
}

function tagsOf(sent: FormInput): string[] {
  const tags = readTagList(sent.text("tags"));
  if (tags.length === 0) throw validationError([{ path: ["tags"], message: "Type a tag first" }]);
  return tags;
}

/** Message with the numbers of changed and unchanged files; throws a DomainError when none was changed. */
function formatBulkResult(
  { done, refused }: BulkOutcome,
  what: string,
  back?: string,
  values: Undo["values"] = {},
): ActionOk {
  const [first] = refused;
  if (done.length === 0) throw new DomainError("in-use", first?.message ?? "Nothing was done.");
  const words = `${capitalize(formatCount(done.length, "file"))} ${done.length === 1 ? "is" : "are"} ${what}.`;
  const rest = first
    ? ` ${capitalize(formatCount(refused.length, "file"))} stayed as before: ${first.message}`
    : "";
  const undo = back && { intent: back, values: { ...values, id: done }, action: libraryPath };
  return { done: words + rest, ...(undo && { undo }) };
}

function inQuotes(tags: readonly string[]): string {
  return tags.map((tag) => `“${tag}”`).join(", ");
}

/** Table of the library. */
function FileList({ library, selection }: { library: Library; selection: RowSelection }) {
  const { view, items } = library;
  return (
    <table className="table">
      <thead>
        <tr>
          <SelectAll selection={selection} />
          <SortHead view={view} sort="name" name="Name" />
          <SortHead view={view} sort="largest" name="Size" />
          <th scope="col" className="optional">
            Tags
          </th>
          <th scope="col">Used</th>
          <SortHead view={view} sort="newest" name="Added" />
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} view={view} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

interface FileRowProps {
  item: LibraryItem;
  view: LibraryView;
  selection: RowSelection;
}

function Row({ item, view, selection }: FileRowProps) {
  const { id, kind, name, alt, tags, uses, createdAt } = item;
  return (
    <tr>
      <SelectCell id={id} name={name} selection={selection} />
      <td className="main">
        <div className="title-cell">
          <FileFigure item={item} />
          <span>
            <Link to={filePath(id)}>{name}</Link>
            {kind === "picture" && alt === "" ? (
              <small className="slow">Alt text missing</small>
            ) : (
              <small>{alt}</small>
            )}
          </span>
        </div>
      </td>
      <td className="nowrap hide num">{formatFileSize(item)}</td>
      <td className="optional">
        {tags.map((tag) => (
          <Link key={tag} className="tag" to={libraryAddress({ ...view, tag })}>
            {tag}
          </Link>
        ))}
      </td>
      <td className="nowrap hide">{formatUses(uses)}</td>
      <td className="nowrap hide">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}

function SortHead({ view, sort, name }: { view: LibraryView; sort: LibrarySort; name: string }) {
  const isCurrent = view.sort === sort;
  return (
    <th scope="col" aria-sort={isCurrent ? (sort === "name" ? "ascending" : "descending") : undefined}>
      <Link
        className="sortd"
        to={libraryAddress({ ...view, sort })}
        aria-current={isCurrent ? "true" : undefined}
        preventScrollReset
      >
        {name} {isCurrent && <ArrowDown className="icon" aria-hidden />}
      </Link>
    </th>
  );
}
