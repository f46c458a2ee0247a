import { useCallback, useRef } from "react";
import { Link, useRevalidator } from "react-router";
import { useScripts } from "../content/form/use-scripts.ts";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/library.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { FileGrid } from "./file-grid.tsx";
import { FileTable } from "./file-table.tsx";
import { type LibraryView, libraryAddress, usualView } from "./library-address.ts";
import { libraryDeeds } from "./library-deeds.ts";
import { LibraryFilters } from "./library-filters.tsx";
import { readLibrary } from "./read-library.ts";
import { carriesFiles, takeUploads } from "./take-uploads.ts";
import { UploadForm } from "./upload-form.tsx";
import { UploadPanel } from "./upload-panel.tsx";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useSelection } from "./use-selection.ts";
import { useUploads } from "./use-uploads.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await openScreen(args);
  return readLibrary(db, new URL(args.request.url));
}

export async function action(args: Route.ActionArgs) {
  return carriesFiles(args.request) ? takeUploads(args) : act(args, "editor", libraryDeeds);
}

export default function Library({ loaderData: library, actionData }: Route.ComponentProps) {
  const { view, items, count, tags, previous, next } = library;
  const { revalidate } = useRevalidator();
  const { queue, files } = useUploads(useCallback(() => void revalidate(), [revalidate]));
  const chooser = useRef<HTMLInputElement>(null);
  const hasScripts = useScripts();
  const isOver = useDroppedFiles(useCallback((dropped) => queue.add(dropped, view.tag), [queue, view.tag]));
  const selection = useSelection(items);
  const upload = (
    <button
      className="btn"
      type={hasScripts ? "button" : "submit"}
      form="upload"
      onClick={() => chooser.current?.click()}
    >
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
          (view.view === "grid" ? <FileGrid items={items} /> : <FileTable library={library} />)}
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
