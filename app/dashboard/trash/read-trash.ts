import { findKind, kinds } from "#app/content/kinds.ts";
import { isMainlyBangla } from "#app/content/rich-text/language.ts";
import { countTrash, listTrash } from "#app/content/trash-list.ts";
import type { Staff } from "../parts/staff.ts";

const path = "/dashboard/trash";

/** One page of the trash, of all kinds or the one its address names. */
export async function readTrash({ db, request }: Staff) {
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

export type TrashScreenRow = Awaited<ReturnType<typeof readTrash>>["rows"][number];
