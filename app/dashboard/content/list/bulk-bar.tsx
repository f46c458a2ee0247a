import type { useFetcher } from "react-router";
import type { ListScreen } from "./read-list.ts";

export type PostForm = ReturnType<typeof useFetcher>["Form"];

interface BulkBarProps {
  list: ListScreen;
  Form: PostForm;
  count: number;
  onClear(): void;
}

/** One form for all that is selected: the boxes belong to it wherever they stand. */
export function BulkBar({ list: { categories, possible }, Form, count, onClear }: BulkBarProps) {
  return (
    <Form className="bulk" method="post" id="bulk">
      <b role="status">{`${count} selected`}</b>
      <Action intent="publish" name="Publish" />
      <Action intent="unpublish" name="Unpublish" />
      <Action intent="archive" name="Archive" />
      {possible.hasCategories && categories.length > 0 && (
        <span className="into">
          <select
            className="input"
            name="into"
            aria-label="Category for the selected entries"
            defaultValue=""
          >
            <option value="">Category…</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Action intent="add-category" name="Add category" />
          <Action intent="remove-category" name="Remove category" />
        </span>
      )}
      <Action intent="trash" name="Move to trash" className="btn quiet compact bad" />
      <button className="btn quiet compact clear" type="button" onClick={onClear}>
        Clear selection <kbd>Esc</kbd>
      </button>
    </Form>
  );
}

function Action({
  intent,
  name,
  className = "btn quiet compact",
}: {
  intent: string;
  name: string;
  className?: string;
}) {
  return (
    <button className={className} type="submit" name="intent" value={intent}>
      {name}
    </button>
  );
}
