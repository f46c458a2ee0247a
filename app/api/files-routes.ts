import { z } from "zod";
import { mostAtOnce } from "#app/files/bulk.ts";
import { fileChangeSchema } from "#app/files/change-file.ts";
import { tagsSchema } from "#app/files/file-text.ts";
import { shows, sorts } from "#app/files/library.ts";
import { refuseInvalid } from "#app/platform/refusal.ts";
import {
  answerBringBack,
  answerBulk,
  answerFile,
  answerFileChange,
  answerFileRestore,
  answerFiles,
  answerFileTags,
  answerFileTrash,
} from "./files-answers.ts";
import {
  bulkSchema,
  filePageSchema,
  fileSchema,
  tagListSchema,
  uploadsSchema,
  usedFileSchema,
} from "./files-presenter.ts";
import { pageKeys } from "./page-of-rows.ts";
import { defineRoute, type Route } from "./route.ts";
import { answerReplace, answerUpload } from "./upload-answers.ts";

const of = { group: "Files", who: "editor" } as const;
const multipart = "multipart/form-data";

const word = z.string().max(200, "Use at most 200 characters");

const filesQuery = z.strictObject({
  q: word.optional().meta({ description: "Words of name, alternative text or tags, by their beginnings" }),
  tag: word.optional().meta({ description: "One of its tags" }),
  type: z.enum(["picture", "pdf"], "Give picture or pdf").optional(),
  show: z.enum(shows, `Give one of: ${shows.join(", ")}`).optional(),
  sort: z.enum(sorts, `Give one of: ${sorts.join(", ")}`).optional(),
  ...pageKeys({ limit: 48, cursorFrom: "body" }),
});

const bulkBody = z.strictObject({
  ids: z.array(z.string().max(64)).min(1, "Choose at least one file").max(mostAtOnce),
  action: z.enum(["trash", "restore", "add-tags", "remove-tags"]),
  tags: tagsSchema.prefault([]),
});

/** The library of pictures and documents. */
export const fileRoutes: readonly Route[] = [
  defineRoute({
    ...of,
    method: "get",
    path: "/files",
    name: "listFiles",
    query: filesQuery,
    summary: "One page of the library",
    answer: filePageSchema,
    handle: answerFiles,
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/files",
    name: "uploadFiles",
    takes: multipart,
    isOnce: true,
    summary:
      "Add pictures or PDFs, at most 20 of 10 MB each, in parts named `file`; a part `alt` before a file describes it, `tags` (with commas between) count for all files behind them",
    answer: uploadsSchema,
    handle: answerUpload,
  }),
  defineRoute({
    ...of,
    method: "get",
    path: "/file-tags",
    name: "listFileTags",
    summary: "All tags of the library, with how many files carry each",
    answer: tagListSchema,
    handle: answerFileTags,
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/files/bulk",
    name: "changeFiles",
    status: 200,
    body: bulkBody,
    summary: "Delete, bring back or tag many files; those that can't are named, the others are done",
    answer: bulkSchema,
    handle(api) {
      const read = bulkBody.safeParse(api.body);
      if (!read.success) throw refuseInvalid(read.error.issues);
      return answerBulk(api, read.data);
    },
  }),
  defineRoute({
    ...of,
    method: "get",
    path: "/files/:address",
    name: "readFile",
    summary: "One file, by its id, with every place that shows it or links to it",
    answer: usedFileSchema,
    handle: answerFile,
  }),
  defineRoute({
    ...of,
    method: "patch",
    path: "/files/:address",
    name: "changeFile",
    body: fileChangeSchema,
    summary: "Say something else of a file; what is left out stays",
    answer: fileSchema,
    handle: answerFileChange,
  }),
  defineRoute({
    ...of,
    method: "delete",
    path: "/files/:address",
    name: "deleteFile",
    status: 204,
    summary: "Put a file that nothing shows into the trash, for 30 days",
    answer: "nothing",
    handle: answerFileTrash,
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/files/:address/restore",
    name: "restoreFile",
    status: 200,
    summary: "Take a file out of the trash",
    answer: fileSchema,
    handle: answerFileRestore,
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/files/:address/replace",
    name: "replaceFile",
    status: 200,
    summary:
      "Put another file in its place, wherever it is shown; send it as `file`, and `version` if you like",
    takes: multipart,
    answer: fileSchema,
    handle: answerReplace,
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/files/:address/bring-back",
    name: "bringBackFile",
    status: 200,
    summary: "Show again what was there before the last replacement",
    answer: fileSchema,
    handle: answerBringBack,
  }),
];
