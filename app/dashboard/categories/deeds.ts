import { createCategory, listCategories } from "#app/content/categories.ts";
import { changeCategory, orderCategories } from "#app/content/category-changes.ts";
import type { Taxonomy } from "#app/content/kinds.ts";
import { leaveCategory } from "#app/content/leave-category.ts";
import { write } from "#app/database/database.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import type { Staff } from "../parts/staff.ts";

type CategoryDeed = (sent: Sent, staff: Staff) => Promise<Done>;

/** What can be done with the categories of a taxonomy. */
export function categoryDeeds({ name: taxonomy }: { name: Taxonomy }): Record<string, CategoryDeed> {
  return {
    async add(sent, { db, deed }) {
      const given = { name: sent.text("name"), summary: sent.text("summary") };
      const { id, name } = await write(db, (tx) => createCategory(tx, taxonomy, given, deed.actor));
      return { done: `Added “${name}”.`, undo: { intent: "delete", values: { id } } };
    },
    async change(sent, { db, deed }) {
      const given = { name: sent.text("name"), summary: sent.text("summary") };
      const id = sent.text("id");
      const before = (await listCategories(db, taxonomy)).find((one) => one.id === id);
      const { name } = await write(db, (tx) => changeCategory(tx, taxonomy, id, given, deed.actor));
      const values = { id, name: before?.name ?? name, summary: before?.summary ?? "" };
      return {
        done: `Saved “${name}”. Its former address is redirected.`,
        undo: { intent: "change", values },
      };
    },
    up: (sent, staff) => moveByOne(taxonomy, sent, staff, -1),
    down: (sent, staff) => moveByOne(taxonomy, sent, staff, 1),
    async order(sent, { db, deed }) {
      await write(db, (tx) => orderCategories(tx, taxonomy, sent.all("order"), deed.actor));
      return { done: "Order restored." };
    },
    async merge(sent, { db, deed }) {
      if (sent.text("to") === "") throw new Refusal("invalid", "Choose the category to move the entries to.");
      await write(db, (tx) => leaveCategory(tx, taxonomy, sent.text("id"), sent.text("to"), deed.actor));
      return { done: "Merged. Its entries have moved, and its address is redirected." };
    },
    async delete(sent, { db, deed }) {
      await write(db, (tx) => leaveCategory(tx, taxonomy, sent.text("id"), null, deed.actor));
      return { done: "Deleted. It was removed from its entries." };
    },
  };
}

async function moveByOne(taxonomy: Taxonomy, sent: Sent, { db, deed }: Staff, by: 1 | -1): Promise<Done> {
  const before = (await listCategories(db, taxonomy)).map(({ id }) => id);
  const at = before.indexOf(sent.text("id"));
  if (at < 0) throw new Refusal("missing", "This category is not there any more.");
  const to = Math.min(Math.max(at + by, 0), before.length - 1);
  const after = before.toSpliced(at, 1).toSpliced(to, 0, sent.text("id"));
  await write(db, (tx) => orderCategories(tx, taxonomy, after, deed.actor));
  return { done: "Moved.", undo: { intent: "order", values: { order: before } } };
}
