import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { formatReport, formatUndoReport, reportEach } from "#app/domain/content/publishing/format-report.ts";
import { untrash } from "#app/domain/content/publishing/publishing.ts";
import { countTrash, deletePermanently, listTrash } from "#app/domain/content/trash.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import { undoAction, withUndo } from "#app/domain/content/versions/undo.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";
import { write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { defineResource } from "./define-resource.ts";
import type { ResourceContext, ResourceInput } from "./definition.ts";

/** Trash of all kinds, for 30 days. */
export const trashed = defineResource({
  name: "trash",
  title: "Trash",
  path: "trash",
  role: "editor",
  isInMenu: true,
  pageSize: 50,
  filters: {
    kind: { type: "tabs", values: kinds.map(({ name }) => name), unknown: "ignored" },
  },
  async list({ db }, { kind }, page) {
    return { ...(await listTrash(db, { kind: findKind(kind), ...page })), previous: null };
  },
  async summary({ db }) {
    const counts = await countTrash(db);
    const count = [...counts.values()].reduce((sum, some) => sum + some, 0);
    const tabs = kinds.map(({ name, label }) => ({
      name: label.many,
      value: name,
      count: counts.get(name) ?? 0,
    }));
    return {
      count,
      tabs: [{ label: "Type", filter: "kind", tabs: [{ name: "All", value: "", count }, ...tabs] }],
    };
  },
  empty: ({ kind }, { count }) => ({
    title: kind && count ? "Nothing of this type" : "The trash is empty",
    text: "What you delete stays here for 30 days. Until then you can restore it.",
    ...(kind && count ? { link: { name: "Show all", to: "/dashboard/trash" } } : {}),
  }),
  rowId: ({ kind, id }) => `${kind} ${id}`,
  rowName: ({ title }) => title,
  columns: [
    {
      name: "Title",
      isMain: true,
      cell: ({ title }) => ({ text: title, language: isMainlyBangla(title) ? "bn" : undefined }),
    },
    {
      name: "Type",
      isMuted: true,
      isOneLine: true,
      cell: ({ kind }) => findKind(kind)?.label.one ?? kind,
    },
    {
      name: "Deleted",
      hidesOn: "phone",
      isNumber: true,
      isMuted: true,
      isOneLine: true,
      cell: ({ deletedAt }) => ({ at: deletedAt }),
    },
    {
      name: "Deleted permanently on",
      isNumber: true,
      isMuted: true,
      isOneLine: true,
      cell: ({ endsAt }) => ({ at: endsAt }),
    },
  ],
  rowActions: [
    {
      intent: "restore",
      label: "Restore",
      values: ({ kind, id }) => ({ id: `${kind} ${id}` }),
      about: ({ title }) => title,
    },
  ],
  bulkActions: [
    { intent: "restore", label: "Restore" },
    { intent: "delete", label: "Delete permanently", isDangerous: true, confirm: "Delete for good" },
  ],
  actions: {
    restore,
    async delete(input, { db, actionContext }) {
      if (!input.isTicked("sure"))
        throw new DomainError(
          "invalid",
          "Deleting permanently can’t be undone. Tick “Delete for good”, then try again.",
        );
      const ids = selected(input).map(({ id }) => id);
      const report = await reportEach(ids, (id) => deletePermanently(db, id, actionContext));
      const { done } = formatReport("Deleted permanently:", { ...report, undo: "" });
      return { done };
    },
    undo: async (input, { db, actionContext }) =>
      formatUndoReport(await undoAction(db, input.text("undo"), actionContext)),
  },
});

async function restore(input: ResourceInput, { db, actionContext }: ResourceContext) {
  const undo = newId();
  const kindOf = new Map(selected(input).map(({ kind, id }) => [id, findKind(kind)]));
  const report = await reportEach([...kindOf.keys()], (id) => {
    const kind = kindOf.get(id);
    if (!kind) throw new DomainError("missing", "This is not in the trash any more.");
    return write(db, async (tx) => {
      const entry = await openEntry(tx, kind, id);
      const undoable = { ...actionContext, undo };
      const { row } = await withUndo(tx, entry, undoable, () => untrash(tx, entry, actionContext));
      return row;
    });
  });
  return formatReport("Restored:", { ...report, undo });
}

/** Kind and id of each selected row, at most 100. */
function selected(input: ResourceInput): { kind: string; id: string }[] {
  const rows = input.all("id").slice(0, 100);
  if (rows.length === 0) throw new DomainError("invalid", "Select at least one entry first.");
  return rows.map((row) => {
    const [kind = "", id = ""] = row.split(" ");
    return { kind, id };
  });
}
