import { z } from "zod";
import type { Scope, ServiceToken } from "#app/domain/accounts/service-tokens.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import { type Kind, richTextsOf } from "#app/domain/content/kind.ts";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { searchPublished } from "#app/domain/content/search.ts";
import { findEntries } from "#app/domain/content/staff-list/find-entries.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import { openEntry, presentOpenEntry } from "#app/domain/content/versions/open-entry.ts";
import { listHistory, readEntry } from "#app/domain/content/versions/read-versions.ts";
import {
  completeInput,
  restoreVersion,
  type Save,
  saveInput,
} from "#app/domain/content/versions/save-entry.ts";
import { readFilter } from "#app/domain/leads/inbox/filter.ts";
import { readInbox } from "#app/domain/leads/inbox/read-inbox.ts";
import { leadKinds } from "#app/domain/leads/lead-kinds.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { entryInputSchema } from "../content/content-write-routes.ts";
import { describeInput } from "../server/openapi.ts";
import { type ApiRequest, actorOf } from "../server/route.ts";

/** Request of an assistant, which always has a token. */
export interface ToolContext extends ApiRequest {
  token: ServiceToken;
}

interface ToolHead {
  name: string;
  title: string;
  description: string;
  /** Scope that a token needs. */
  scope: Scope;
  input: z.ZodObject;
}

/** Tool of an assistant: reads data, or changes a draft in a rate-limited and audited transaction. */
export type McpTool = ToolHead &
  (
    | { change?: undefined; read(context: ToolContext, input: object): Promise<unknown> }
    | { change(tx: Writing, context: ToolContext, input: object): Promise<ToolChange> }
  );

interface ToolChange {
  result: unknown;
  /** Audit detail; names the previous version, which can be restored. */
  detail: string;
}

const kindName = z.enum(kinds.map(({ name }) => name)).describe("Kind of content, from list_kinds");
const entryId = z.uuid().describe("Id of the entry");
const version = z.int().min(1);
const limit = z.int().min(1).max(50).default(20);
const fields = z
  .record(z.string().max(100), z.unknown())
  .describe("Values by field name; rich text can be { markdown }");

export const tools: readonly McpTool[] = [
  readTool({
    name: "list_kinds",
    title: "Kinds of content",
    description:
      "Lists the kinds of content with their fields, as JSON Schema of the input of create_draft and change_draft.",
    scope: "content:read",
    input: z.strictObject({}),
    read: async () =>
      kinds.map((kind) => ({
        kind: kind.name,
        name: kind.label.one,
        fields: describeInput(entryInputSchema(kind)).properties,
      })),
  }),
  readTool({
    name: "search_published",
    title: "Search published entries",
    description: "Finds public entries that contain all words, best match first.",
    scope: "content:read",
    input: z.strictObject({ words: z.string().min(1).max(200), kind: kindName.optional(), limit }),
    async read({ db, publicUrl }, input) {
      const kind = input.kind === undefined ? undefined : kindOf(input.kind);
      const { synonyms } = (await readSettings(db)).search;
      const options = { limit: input.limit, synonyms, ...(kind && { kind }) };
      const found = await searchPublished(db, input.words, options);
      return found.map(({ kind: { name }, card: { id, title, path, data } }) => ({
        id,
        kind: name,
        title,
        summary: data.summary,
        url: new URL(path, publicUrl).href,
      }));
    },
  }),
  readTool({
    name: "find_entries",
    title: "Find entries by title",
    description: "Finds entries of any state, including drafts, whose title contains the words.",
    scope: "content:read",
    input: z.strictObject({ words: z.string().min(1).max(200), limit }),
    async read({ db }, input) {
      const found = await findEntries(db, input.words, input.limit);
      return found.map(({ id, title, kind, state, updatedAt }) => ({
        id,
        kind: kind.name,
        title,
        state,
        updatedAt,
      }));
    },
  }),
  readTool({
    name: "read_entry",
    title: "Read an entry",
    description: "Returns the newest version of an entry, or the given one; texts are Markdown.",
    scope: "content:read",
    input: z.strictObject({ kind: kindName, id: entryId, version: version.optional() }),
    async read({ db }, input) {
      const kind = kindOf(input.kind);
      return presentEntry(kind, await readEntry(db, kind, input.id, input.version));
    },
  }),
  changeTool({
    name: "create_draft",
    title: "Create a draft",
    description: "Creates a draft of an entry. Staff publish it or move it to the trash.",
    scope: "content:draft",
    input: z.strictObject({ kind: kindName, fields }),
    async change(tx, context, input) {
      const kind = kindOf(input.kind);
      const whole = completeInput(kind, null, knownFields(kind, input.fields));
      const made = await createEntry(tx, kind, whole, saveOf(context, "Made by an assistant"));
      const entry = presentOpenEntry(made);
      return {
        result: presentEntry(kind, entry),
        detail: `${kind.name} ${entry.id}: new, version 1`,
      };
    },
  }),
  changeTool({
    name: "change_draft",
    title: "Change a draft",
    description:
      "Saves a new version based on the one that was read; omitted fields stay unchanged. The public version does not change until staff publish. undo_change reverts it.",
    scope: "content:draft",
    input: z.strictObject({
      kind: kindName,
      id: entryId,
      basedOn: version.describe("Number of the version that was read"),
      fields,
    }),
    async change(tx, context, input) {
      const kind = kindOf(input.kind);
      const known = knownFields(kind, input.fields);
      const save = saveOf(context, "Changed by an assistant");
      const opened = await openEntry(tx, kind, input.id);
      const entry = presentOpenEntry(await saveInput(tx, opened, input.basedOn, known, save));
      return {
        result: { ...presentEntry(kind, entry), versionBefore: input.basedOn },
        detail: `${kind.name} ${input.id}: version ${entry.version}, before it ${input.basedOn}`,
      };
    },
  }),
  changeTool({
    name: "undo_change",
    title: "Undo a change",
    description:
      "Restores the version before the newest one, if the newest was written with this token. A second call restores the change.",
    scope: "content:draft",
    input: z.strictObject({
      kind: kindName,
      id: entryId,
      basedOn: version.describe("Number of the newest version"),
    }),
    async change(tx, context, input) {
      const kind = kindOf(input.kind);
      const { versions } = await listHistory(tx, input.id, { limit: 2 });
      const [newest, before] = versions;
      if (newest?.by !== context.token.id)
        throw new DomainError("forbidden", "The newest version was not written with this token.");
      if (!before)
        throw new DomainError(
          "in-use",
          "There is no earlier version. Staff can move the draft to the trash.",
        );
      const save = saveOf(context, `Back to version ${before.number}`);
      const opened = await openEntry(tx, kind, input.id);
      const restored = await restoreVersion(tx, opened, before.number, input.basedOn, save);
      const entry = presentOpenEntry(restored);
      return {
        result: { ...presentEntry(kind, entry), versionBefore: input.basedOn },
        detail: `${kind.name} ${input.id}: version ${before.number} again as ${entry.version}`,
      };
    },
  }),
  readTool({
    name: "list_leads",
    title: "Summary of messages and calls",
    description:
      "Lists messages and call requests with reference, state and dates, newest first; without personal data.",
    scope: "leads:read",
    input: z.strictObject({ kind: z.enum(leadKinds), limit }),
    async read({ db }, input) {
      const page = { limit: input.limit };
      const viewer = { timeZone: "UTC", personId: "" };
      const { rows } = await readInbox(
        db,
        input.kind,
        readFilter(new URLSearchParams(), "all"),
        page,
        viewer,
      );
      return rows.map(({ reference, status, service, createdAt, answeredAt }) => ({
        reference,
        status,
        service,
        createdAt,
        answeredAt,
      }));
    },
  }),
];

/** Tool with an input type inferred from its schema; the list erases that type. */
function readTool<Input extends z.ZodObject>(
  tool: ToolHead & { input: Input; read(context: ToolContext, input: z.infer<Input>): Promise<unknown> },
): McpTool {
  // The server passes only parsed input.
  return tool as unknown as McpTool;
}

function changeTool<Input extends z.ZodObject>(
  tool: ToolHead & {
    input: Input;
    change(tx: Writing, context: ToolContext, input: z.infer<Input>): Promise<ToolChange>;
  },
): McpTool {
  return tool as unknown as McpTool; // see above
}

function kindOf(name: string): Kind {
  const kind = findKind(name);
  if (!kind) throw new DomainError("missing", "There is no such kind.");
  return kind;
}

function saveOf(context: ToolContext, note: string): Save {
  return { actor: actorOf(context), now: context.clock.now(), note, isDraftOnly: true };
}

function knownFields(kind: Kind, given: Record<string, unknown>): Record<string, unknown> {
  const known = entryInputSchema(kind).shape;
  const unknownNames = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  if (unknownNames.length === 0) return given;
  throw validationError(
    unknownNames.slice(0, 20).map((name) => ({ path: [name], message: "There is no such field" })),
  );
}

/** Entry with its texts in the input format. */
function presentEntry(kind: Kind, entry: StaffEntry) {
  const { id, title, state, version, liveVersion, publishAt, updatedAt, data } = entry;
  const texts = richTextsOf(kind, data).map(({ field, doc }) => [
    field,
    { markdown: toMarkdown(doc, { picture: (file) => file }) },
  ]);
  return {
    id,
    kind: kind.name,
    title,
    state,
    version,
    liveVersion,
    publishAt,
    updatedAt,
    fields: { ...data, ...Object.fromEntries(texts) },
  };
}
