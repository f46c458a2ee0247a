import { Form } from "react-router";
import type { LibraryView } from "./library-address.ts";
import { TagOptions } from "./tag-options.tsx";
import { TrashDeeds } from "./trash-deeds.tsx";
import type { Selection } from "./use-selection.ts";

interface BulkBarProps {
  view: LibraryView;
  tags: readonly { tag: string }[];
  selection: Selection;
}

/** What can be done with the files that are ticked; the style sheet shows it as soon as one is. */
export function BulkBar({ view, tags, selection }: BulkBarProps) {
  const { ticked, tickAll } = selection;
  return (
    <Form className="bulk" id="bulk" method="post" preventScrollReset aria-label="Selected files">
      <b role="status">{ticked > 0 ? `${ticked} selected` : "Selected files"}</b>
      {view.show === "trash" ? <TrashDeeds /> : <LibraryDeeds tags={tags} />}
      <span className="row end">
        <button className="btn q" type="button" onClick={() => tickAll(true)}>
          Select all
        </button>
        <button className="btn q" type="reset" onClick={() => tickAll(false)}>
          Clear selection <kbd>Esc</kbd>
        </button>
      </span>
    </Form>
  );
}

function LibraryDeeds({ tags }: { tags: readonly { tag: string }[] }) {
  return (
    <>
      <input
        className="in"
        name="tags"
        aria-label="Tags, separated by commas"
        placeholder="Tag"
        list="known-tags"
        maxLength={200}
      />
      <TagOptions id="known-tags" tags={tags} />
      <button className="btn q" type="submit" name="intent" value="tag">
        Add tag
      </button>
      <button className="btn q" type="submit" name="intent" value="untag">
        Remove tag
      </button>
      <button className="btn q bad" type="submit" name="intent" value="trash">
        Move to trash
      </button>
    </>
  );
}
