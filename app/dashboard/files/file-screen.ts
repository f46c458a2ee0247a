import { data } from "react-router";
import { findUser } from "#app/domain/accounts/users.ts";
import { fieldsOfKind } from "#app/domain/content/kind.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import {
  bringBack,
  changeFile,
  purgeFile,
  removeBytes,
  replaceFile,
  restoreFile,
  trashFile,
} from "#app/domain/files/library/change-file.ts";
import { documentAddress, lastingAddress } from "#app/domain/files/library/file-address.ts";
import { listTags } from "#app/domain/files/library/file-text.ts";
import { type LibraryFile, readFile } from "#app/domain/files/library/library.ts";
import { type EntryUse, type FileUse, findUses } from "#app/domain/files/library/where-used.ts";
import { largestAddress, pictureAddress, widthsOf } from "#app/domain/files/pictures/picture.ts";
import { acceptUpload, type Received, readTagList, receiveUploads } from "#app/domain/files/upload/upload.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { State } from "#app/platform/database/tables/content.ts";
import type { ActionOk, ActionResult, Undo } from "../parts/action-result.ts";
import { type FormInput, redirectWithFlash } from "../parts/handle-action.ts";
import { requireScreen, type ScreenArgs, type Staff } from "../parts/require-screen.ts";
import { filePath, libraryPath } from "./library-address.ts";

/** Place that uses a file, with a link to it. */
export interface UsePlace {
  title: string;
  path: string;
  /** Such as "Post, cover picture". */
  detail: string;
  state: State | null;
  group: "On the site" | "In drafts" | "In the trash" | "In settings";
}

/** Reads the screen of one file. Throws a DomainError when the file does not exist. */
export async function readFileScreen(db: Database, id: string, publicUrl: URL) {
  const file = await readFile(db, id);
  const author = await findUser(db, file.createdBy ?? "");
  return {
    file,
    by: author?.name ?? null,
    ...addressesOf(file, publicUrl),
    places: (await findUses(db, id)).map(presentUse),
    tags: await listTags(db),
  };
}

export type FileScreen = Awaited<ReturnType<typeof readFileScreen>>;

/** @returns `lasting` stays valid when the file is replaced */
function addressesOf(file: LibraryFile, publicUrl: URL) {
  const lasting = new URL(lastingAddress(file), publicUrl).href;
  if (file.kind === "pdf") return { lasting, shown: documentAddress(file), sizes: [] };
  const sizes = widthsOf(file.width).map((width) => ({
    width,
    avif: pictureAddress(file, width, "avif"),
    webp: pictureAddress(file, width, "webp"),
  }));
  return { lasting, shown: largestAddress(file), sizes };
}

function presentUse(use: FileUse): UsePlace {
  if (use.where === "entry") return presentEntryUse(use);
  const path = "/dashboard/settings";
  return { title: "Settings", path, detail: use.field, state: null, group: "In settings" };
}

function presentEntryUse({ id, kind: name, title, field, state, isLive, isInTrash }: EntryUse): UsePlace {
  const kind = findKind(name);
  const label = kind && fieldsOfKind(kind).find(([one]) => one === field)?.[1].label;
  return {
    title,
    path: isInTrash || !kind ? "/dashboard/trash" : `/dashboard/${kind.dashboard.edit}/${id}`,
    detail: `${kind?.label.one ?? name}, ${(label ?? field).toLowerCase()}`,
    state,
    group: isInTrash ? "In the trash" : isLive ? "On the site" : "In drafts",
  };
}

type FileAction = (sent: FormInput, staff: Staff) => Promise<ActionOk | Response>;

/** Actions of one file. */
export function fileActions(id: string): Record<string, FileAction> {
  return {
    async describe(sent, { db, actionContext }) {
      const before = await readFile(db, id);
      const after = await write(db, (tx) => changeFile(tx, id, readChange(sent), actionContext));
      return { done: "Saved.", undo: undoOf(before, after) };
    },
    "bring-back": async (_, { db, actionContext }) => {
      await write(db, (tx) => bringBack(tx, id, actionContext));
      return { done: "Restored the previous file.", undo: { intent: "bring-back", values: {} } };
    },
    async trash(_, { db, actionContext }) {
      const { name } = await readFile(db, id);
      await write(db, (tx) => trashFile(tx, id, actionContext));
      const undo = { intent: "restore", values: { id: [id] }, action: libraryPath };
      return redirectWithFlash(libraryPath, { done: `Moved “${name}” to trash.`, undo });
    },
    async restore(_, { db, actionContext }) {
      await write(db, (tx) => restoreFile(tx, id, actionContext));
      return {
        done: "Restored.",
        undo: { intent: "trash", values: {}, action: filePath(id) },
      };
    },
    async purge(_, { db, files, actionContext, person }) {
      if (person.role !== "admin")
        throw new DomainError("forbidden", "Only admins can delete files permanently.");
      await write(db, (tx) => purgeFile(tx, id, actionContext));
      await removeBytes(files, [id]);
      return redirectWithFlash(`${libraryPath}?show=trash`, { done: "Deleted permanently." });
    },
  };
}

/** Replaces this file with the uploaded one. */
export async function receiveReplacement(args: ScreenArgs, id: string) {
  const staff = await requireScreen(args);
  const { db, files: store, actionContext } = staff;
  return receiveFiles(staff, async ([file], texts) => {
    if (!file)
      throw new DomainError("invalid", "Choose a file first.", { fields: { file: "Choose a file first" } });
    const version = readWhole(texts.get("version") ?? "");
    const accepted = await acceptUpload(db, { file, ...actionContext });
    await replaceFile(db, store, id, { accepted, version, ...actionContext });
    return {
      done: "Replaced. Every page that shows it shows the new one.",
      undo: { intent: "bring-back", values: {}, action: filePath(id) },
    };
  });
}

function readChange(sent: FormInput) {
  const share = (name: string) => Number(sent.text(name)) / 100;
  return {
    name: sent.text("name"),
    ...(sent.form.has("alt") && { alt: sent.text("alt") }),
    ...(sent.form.has("x") && { focal: [share("x"), share("y")] }),
    tags: readTagList(sent.text("tags")),
    version: readWhole(sent.text("version")),
  };
}

function readWhole(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Undo applies only while the file has its new version. */
function undoOf({ name, alt, focal, tags }: LibraryFile, { version }: LibraryFile): Undo {
  const [x, y] = focal.map((share) => String(Math.round(share * 100)));
  const values = { name, alt, tags: tags.join(", "), x: x ?? "50", y: y ?? "50", version: String(version) };
  return { intent: "describe", values };
}

/** Whether a request carries files; such a body is streamed part by part. */
export function carriesFiles(request: Request): boolean {
  return request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
}

/** Receives the files of a form and answers as `handleAction` does. */
export async function receiveFiles(
  { request, files: store }: Staff,
  work: (files: Received[], texts: Map<string, string>) => Promise<ActionResult>,
): Promise<ReturnType<typeof data<ActionResult>>> {
  const headers = { "cache-control": "no-store" };
  try {
    return data(await receiveUploads(store, request, work), { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, fields, detail } = error;
    return data(
      { refusal: { code, message, fields, detail: detail ?? null }, typed: {} },
      { status: 422, headers },
    );
  }
}
