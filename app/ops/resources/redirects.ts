import { z } from "zod";
import { countNotFound } from "#app/domain/content/not-found-log.ts";
import {
  countAutomatic,
  countRedirects,
  type ListedRedirect,
  listAutomatic,
  listRedirects,
  readRedirect,
  warnOfEnd,
} from "#app/domain/content/urls/redirects/list-redirects.ts";
import {
  changeRedirect,
  createRedirect,
  deleteRedirect,
} from "#app/domain/content/urls/redirects/save-redirect.ts";
import { spellAddress } from "#app/lib/text/plain-text.ts";
import { searchWords } from "#app/lib/text/words.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { defineResource } from "./define-resource.ts";
import type {
  CellPiece,
  ColumnSpec,
  LinkTabs,
  ResourceContext,
  ResourceInput,
  RowActionSpec,
} from "./definition.ts";

const path = "/dashboard/redirects";
const headLinks = [{ name: "Import CSV", to: `${path}/sheet` }];
const search = { type: "search", label: "Search redirects", placeholder: "Search addresses" } as const;

/** Actions on redirects, by intent. */
export const redirectActions = {
  async add(input: ResourceInput, context: ResourceContext) {
    const redirect = readRedirectForm(input);
    const id = await write(context.db, (tx) => createRedirect(tx, redirect, redirectContextOf(context)));
    const warning = warnOfEnd(await readRedirect(context.db, id));
    const done = `Redirect added: ${redirect.from}${warning && `. ${warning}`}`;
    return { done, undo: { intent: "delete", values: { id } } };
  },
  async change(input: ResourceInput, context: ResourceContext) {
    const redirect = readRedirectForm(input);
    const id = input.text("id");
    await write(context.db, (tx) => changeRedirect(tx, id, redirect, redirectContextOf(context)));
    const warning = warnOfEnd(await readRedirect(context.db, id));
    return { done: `Redirect saved.${warning && ` ${warning}`}` };
  },
  async delete(input: ResourceInput, { db, actionContext }: ResourceContext) {
    const { from, to } = await write(db, (tx) => deleteRedirect(tx, input.text("id"), actionContext));
    const [[kind = "", value = ""] = []] = Object.entries(to);
    const again: Record<string, string> = { from, kind, [kind === "entry" ? "entry" : "to"]: value };
    return { done: `Redirect deleted: ${from}`, undo: { intent: "add", values: again } };
  },
};

export function redirectContextOf({ actionContext, publicUrl }: ResourceContext) {
  return { ...actionContext, publicUrl };
}

/** Form values of a redirect, for `createRedirect` and `changeRedirect`. */
function readRedirectForm(input: ResourceInput): Record<string, string> {
  const [from, to] = [input.text("from"), input.text("to")];
  const kind = input.text("kind");
  if (kind === "entry") return { from, entry: input.text("entry") };
  return kind === "url" ? { from, url: to } : { from, path: to };
}

const redirectColumns: ColumnSpec<ListedRedirect>[] = [
  {
    name: "Old address",
    isMain: true,
    cell: ({ id, from }) => ({
      text: spellAddress(from),
      to: `${path}/${id}`,
      wraps: true,
      direction: "ltr",
    }),
  },
  { name: "Redirect to", cell: showTarget },
  { name: "Created", hidesOn: "tablet", isOneLine: true, cell: ({ createdAt }) => ({ at: createdAt }) },
];

const redirectRowActions: RowActionSpec<ListedRedirect>[] = [
  {
    intent: "delete",
    label: "Delete",
    isDangerous: true,
    values: ({ id }) => ({ id }),
    about: ({ from }) => from,
  },
];

/** Redirects created by staff. */
export const redirects = defineResource({
  name: "redirects",
  title: "Redirects",
  path: "redirects",
  role: "admin",
  screen: "dashboard/content/redirects/list.tsx",
  isInMenu: true,
  pageSize: 50,
  headLinks,
  filters: { q: search },
  list: ({ db }, { q }, page) => listRedirects(db, { q, isImported: false, ...page }),
  summary: ({ db }) => summarizeRedirects(db, "Redirects"),
  empty: ({ q }) => ({
    title: q ? `No redirect matches “${q}”` : "No redirects yet",
    text: "A redirect takes visitors from an old address to the page’s address today.",
  }),
  rowId: ({ id }) => id,
  rowName: ({ from }) => from,
  columns: redirectColumns,
  actions: redirectActions,
  rowActions: redirectRowActions,
  api: {
    path: "/redirects",
    operation: "listRedirects",
    group: "Redirects",
    summary: "The redirects, newest first",
    itemName: "Redirect",
    listName: "RedirectList",
    item: z.strictObject({
      _id: z.string(),
      from: z.string(),
      entry: z.string().nullable().meta({ description: "Id of the target entry" }),
      path: z.string().nullable(),
      url: z.string().nullable(),
      end: z.string().nullable().meta({ description: "Final address; null if it resolves to no page" }),
      createdAt: z.iso.datetime(),
    }),
    query: {
      q: searchWords.meta({ description: "Part of the former address or of the target" }),
    },
    list: (db, query, page) => listRedirects(db, { ...query, ...page }),
    show: presentRedirect,
  },
});

/** Imported redirects. */
export const importedRedirects = defineResource({
  name: "imported-redirects",
  title: "Redirects",
  path: "redirects",
  view: "imported",
  role: "admin",
  screen: "dashboard/content/redirects/list.tsx",
  isInMenu: false,
  pageSize: 50,
  headLinks,
  filters: { q: search, view: { type: "link" } },
  list: ({ db }, { q }, page) => listRedirects(db, { q, isImported: true, ...page }),
  summary: ({ db }) => summarizeRedirects(db, "Imported"),
  empty: ({ q }) => ({
    title: q ? `No redirect matches “${q}”` : "No imported redirects yet",
    text: "Redirects that come with an import or a CSV file appear here.",
  }),
  rowId: ({ id }) => id,
  rowName: ({ from }) => from,
  columns: redirectColumns,
  actions: redirectActions,
  rowActions: redirectRowActions,
});

/** Automatic redirects from renames; they follow their entries and cannot be edited. */
export const automaticRedirects = defineResource({
  name: "automatic-redirects",
  title: "Redirects",
  path: "redirects",
  view: "automatic",
  role: "admin",
  screen: "dashboard/content/redirects/list.tsx",
  isInMenu: false,
  pageSize: 50,
  headLinks,
  filters: { q: search, view: { type: "link" } },
  list: ({ db }, { q }, page) => listAutomatic(db, { q, ...page }),
  summary: ({ db }) => summarizeRedirects(db, "Automatic"),
  empty: ({ q }) => ({
    title: q ? `No redirect matches “${q}”` : "No automatic redirects yet",
    text: "When you change the title of a published entry, its old address appears here.",
  }),
  rowId: ({ kind, id }) => `${kind} ${id}`,
  rowName: ({ from }) => from,
  columns: [
    {
      name: "Old address",
      isMain: true,
      cell: ({ from }) => ({ text: spellAddress(from), wraps: true, direction: "ltr" }),
    },
    {
      name: "Redirect to",
      cell: ({ to }) => [{ text: to.title, wraps: true, direction: "auto" }, whereTo(to)],
    },
    { name: "Source", hidesOn: "tablet", isMuted: true, isOneLine: true, cell: () => "Automatic" },
  ],
  // Both views share one screen, whose form adds redirects.
  actions: redirectActions,
});

/** Redirect in API responses. */
export function presentRedirect({ id, from, to, end, createdAt }: ListedRedirect) {
  return { _id: id, from, entry: null, path: null, url: null, ...to, end, createdAt };
}

/** Tabs of redirects and broken addresses, with counts. */
export async function linkRedirectTabs(db: Database, current: string): Promise<LinkTabs & { count: number }> {
  const [count, imported, automatic, broken] = [
    await countRedirects(db, false),
    await countRedirects(db, true),
    await countAutomatic(db),
    await countNotFound(db),
  ];
  const links = [
    { name: "Redirects", to: path, count },
    { name: "Imported", to: `${path}?view=imported`, count: imported },
    { name: "Automatic", to: `${path}?view=automatic`, count: automatic },
    { name: "Broken addresses", to: `${path}/lost`, count: broken },
    { name: "Ignored", to: `${path}/lost?view=ignored` },
  ];
  return {
    label: "Redirects and broken addresses",
    links: links.map((link) => ({ ...link, isCurrent: link.name === current })),
    count,
  };
}

async function summarizeRedirects(db: Database, current: string) {
  const { count, ...tabs } = await linkRedirectTabs(db, current);
  return { count, tabs: [tabs] };
}

function showTarget({ to, entry, end, isBroken, hidden }: ListedRedirect): CellPiece[] {
  const shownTarget = "path" in to ? to.path : "url" in to ? to.url : (entry?.path ?? "");
  if (entry) return [{ text: entry.title, wraps: true, direction: "auto" }, whereTo(entry)];
  const pieces: CellPiece[] = [{ text: spellAddress(shownTarget), wraps: true, direction: "ltr" }];
  if ("url" in to) pieces.push({ small: "another site" });
  if (hidden)
    pieces.push({
      small: `“${hidden.title}” is ${hidden.isInTrash ? "in the trash" : "not published"}: visitors see “not found”`,
      wraps: true,
      isWrong: hidden.isInTrash,
    });
  else if (end === null) pieces.push({ small: "redirect loop: visitors see “not found”", isWrong: true });
  else if (isBroken)
    pieces.push({
      small: `no page at ${spellAddress(end)}: visitors see “not found”`,
      wraps: true,
      isWrong: true,
    });
  else if (end !== shownTarget) pieces.push({ small: `ends at ${spellAddress(end)}`, wraps: true });
  return pieces;
}

function whereTo({ path: to, isPublic }: { path: string; isPublic: boolean }): CellPiece {
  return { small: isPublic ? spellAddress(to) : "not published: visitors see “not found”", wraps: true };
}
