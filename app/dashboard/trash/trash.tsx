import { useFetcher } from "react-router";
import { findKind, kinds } from "#app/content/kinds.ts";
import { untrash } from "#app/content/publishing/publishing.ts";
import { type BulkReport, reportEach } from "#app/content/publishing/report.ts";
import { countTrash, deleteForGood, listTrash } from "#app/content/trash/trash-list.ts";
import { undoAction, withUndo } from "#app/content/versions/undo.ts";
import { write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";
import type { PostForm } from "../content/list/bulk-bar.tsx";
import { tellReport, tellUndone } from "../content/list/format-report.ts";
import type { ActionOk } from "../parts/action-result.ts";
import { Empty } from "../parts/empty.tsx";
import { type FormInput, handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { Pager } from "../parts/pager.tsx";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useFlash } from "../parts/toasts.tsx";
import type { Route } from "./+types/trash.ts";

export async function loader(args: Route.LoaderArgs) {
  return readTrash(await requireScreen(args));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, trashActions);
}

/** What was thrown away of all kinds, for 30 days. */
export default function Trash({ loaderData: trash, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher();
  useFlash(fetcher.data);
  return (
    <Screen title="Trash" count={trash.total} answer={actionData}>
      <div className="flt">
        <Tabs label="Type" tabs={trash.tabs} />
      </div>
      {trash.rows.length === 0 ? (
        <Empty title="The trash is empty">
          <p className="mute">What you delete stays here for 30 days. Until then you can restore it.</p>
        </Empty>
      ) : (
        <TrashTable rows={trash.rows} Form={fetcher.Form} />
      )}
      <Pager previous={null} next={trash.next} />
    </Screen>
  );
}

/** What can be done with what lies in the trash; a line's value is its kind and its id. */
const trashActions = {
  async restore(sent: FormInput, staff: Staff): Promise<ActionOk> {
    const undo = newId();
    return tellReport("Restored:", { ...(await restoreAll(chosen(sent), staff, undo)), undo });
  },
  async delete(sent: FormInput, { db, actionContext }: Staff): Promise<ActionOk> {
    if (!sent.isTicked("sure"))
      throw new DomainError(
        "invalid",
        "Deleting permanently can’t be undone. Tick “I am sure”, then try again.",
      );
    const ids = chosen(sent).map(({ id }) => id);
    const { done } = tellReport("Deleted permanently:", {
      ...(await reportEach(ids, (id) => deleteForGood(db, id, actionContext))),
      undo: "",
    });
    return { done };
  },
  undo: async (sent: FormInput, { db, actionContext }: Staff): Promise<ActionOk> =>
    tellUndone(await undoAction(db, sent.text("undo"), actionContext)),
};

function chosen(sent: FormInput): { kind: string; id: string }[] {
  const lines = sent.all("id").slice(0, 100);
  if (lines.length === 0) throw new DomainError("invalid", "Select at least one entry first.");
  return lines.map((line) => {
    const [kind = "", id = ""] = line.split(" ");
    return { kind, id };
  });
}

function restoreAll(
  lines: { kind: string; id: string }[],
  { db, actionContext }: Staff,
  undo: string,
): Promise<BulkReport> {
  const kindOf = new Map(lines.map(({ kind, id }) => [id, findKind(kind)]));
  return reportEach([...kindOf.keys()], (id) => {
    const kind = kindOf.get(id);
    if (!kind) throw new DomainError("missing", "This is not in the trash any more.");
    return write(db, (tx) =>
      withUndo(tx, kind, id, { ...actionContext, undo }, () => untrash(tx, kind, id, actionContext)),
    );
  });
}

/** One form around all lines: select some and restore them, or press the button of one. */
function TrashTable({ rows, Form }: { rows: TrashScreenRow[]; Form: PostForm }) {
  return (
    <>
      <Form className="bulk" method="post" id="bulk">
        <b>Selected</b>
        <button className="btn q sm" type="submit" name="intent" value="restore">
          Restore
        </button>
        <label className="check">
          <input type="checkbox" name="sure" /> I am sure
        </label>
        <button className="btn q sm bad" type="submit" name="intent" value="delete">
          Delete permanently
        </button>
      </Form>
      <table className="tb entries">
        <caption className="vh">Trash</caption>
        <thead>
          <tr>
            <th className="tick">
              <span className="vh">Select</span>
            </th>
            <th scope="col">Title</th>
            <th scope="col">Type</th>
            <th scope="col">Deleted</th>
            <th scope="col">Deleted permanently on</th>
            <th scope="col">
              <span className="vh">Restore</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="tick">
                <input
                  type="checkbox"
                  name="id"
                  value={`${row.kind} ${row.id}`}
                  form="bulk"
                  aria-label={`Select ${row.title}`}
                />
              </td>
              <td className="main" lang={row.lang}>
                {row.title}
              </td>
              <td className="mute nw">{row.kindName}</td>
              <td className="hide num mute nw">
                <Moment at={row.deletedAt} />
              </td>
              <td className="num mute nw">
                <Moment at={row.endsAt} />
              </td>
              <td className="act">
                <Form method="post">
                  <input type="hidden" name="id" value={`${row.kind} ${row.id}`} />
                  <button className="btn q sm" type="submit" name="intent" value="restore">
                    Restore<span className="vh"> {row.title}</span>
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const path = "/dashboard/trash";

/** One page of the trash, of all kinds or the one its address names. */
async function readTrash({ db, request }: Staff) {
  const search = new URL(request.url).searchParams;
  const kind = findKind(search.get("kind") ?? "");
  const { rows, next } = await listTrash(db, { kind, after: search.get("after") ?? "" });
  const counts = await countTrash(db);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const address = (query: Record<string, string>) =>
    Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
  const tabs = [
    { name: "All", to: path, isCurrent: !kind, count: total },
    ...kinds.map(({ name, label }) => ({
      name: label.many,
      to: address({ kind: name }),
      isCurrent: kind?.name === name,
      count: counts.get(name) ?? 0,
    })),
  ];
  return {
    tabs,
    total,
    rows: rows.map((row) => ({
      ...row,
      kindName: findKind(row.kind)?.label.one ?? row.kind,
      lang: isMainlyBangla(row.title) ? ("bn" as const) : undefined,
    })),
    next: next && address({ ...(kind && { kind: kind.name }), after: next }),
  };
}

type TrashScreenRow = Awaited<ReturnType<typeof readTrash>>["rows"][number];
