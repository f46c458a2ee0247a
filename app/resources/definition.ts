import type { z } from "zod";
import type { Scope } from "#app/accounts/service-tokens.ts";
import type { AuditAction } from "#app/audit/actions.ts";
import type { ActionContext } from "#app/audit/audit.ts";
import type { Database } from "#app/database/database.ts";
import type { Paged, PageRequest } from "#app/database/paging.ts";
import type { MailService } from "#app/mail/outbox/mail-service.ts";

/** Who looks at a list or changes it, and with what. */
export interface ResourceContext {
  db: Database;
  person: { id: string; name: string; email: string };
  actionContext: ActionContext;
  /** Of the company, such as "Asia/Dhaka". */
  timeZone: string;
  publicUrl: URL;
  mail: MailService;
}

/** What the form of a list sent; missing texts are empty. */
export interface ResourceInput {
  text(name: string): string;
  /** Every value of a name, such as the ids of selected rows. */
  all(name: string): string[];
  isTicked(name: string): boolean;
}

export interface ResourceOutcome {
  /** A sentence on what was done. */
  done: string;
  /** The action, and its values, that take it back. */
  undo?: { intent: string; values: Record<string, string | string[]> };
}

export type ResourceAction = (input: ResourceInput, context: ResourceContext) => Promise<ResourceOutcome>;

/** What the address of a list can ask for, by its key. */
export type Filter =
  | {
      type: "tabs";
      values: readonly string[];
      /** What becomes of an address with another value. */
      unknown: "ignored" | "not-found";
    }
  | { type: "search"; label: string; placeholder: string }
  | { type: "text"; label: string; placeholder: string }
  | { type: "day"; label: string }
  | {
      type: "select";
      label: string;
      /** Name of the choice that narrows nothing; without it the first choice is the one taken. */
      all?: string;
      choices(context: ResourceContext): Promise<readonly FilterChoice[]>;
    }
  /** Kept in the address, and asked for by links alone. */
  | { type: "link" };

export interface FilterChoice {
  value: string;
  name: string;
  /** Choices of one group stand beside each other. */
  group?: string;
}

/** A filter's values beside each other as links. */
export interface FilterTabs<Name extends string> {
  label: string;
  filter: Name;
  tabs: readonly { name: string; value: string; count?: number }[];
  /** Filters that do not outlast a change of this one. */
  clears?: readonly Name[];
}

/** The way to neighbouring screens. */
export interface LinkTabs {
  label: string;
  links: readonly { name: string; to: string; isCurrent: boolean; count?: number }[];
}

export interface Summary<Name extends string = string> {
  /** How many there are in all, beside the title. */
  count?: number;
  tabs?: readonly (FilterTabs<Name> | LinkTabs)[];
}

/** At the right of the screen's head. */
export interface HeadLink {
  name: string;
  to: string;
  sign?: SignName;
  /** The one filled button of the screen. */
  isMain?: boolean;
}

export interface EmptyMessage {
  title: string;
  text?: string;
  link?: { name: string; to: string };
}

export interface ColumnSpec<Row> {
  name: string | ((context: ResourceContext) => string);
  cell(row: Row, context: ResourceContext): Cell;
  /** Leads on a phone, where a row is a card. */
  isMain?: boolean;
  isMuted?: boolean;
  isNumber?: boolean;
  isOneLine?: boolean;
  hidesOn?: NarrowScreen;
}

/** A button that runs one of the resource's actions. */
export interface ActionButtonSpec {
  intent: string;
  label: string;
  isDangerous?: boolean;
}

export interface RowActionSpec<Row> extends ActionButtonSpec {
  values(row: Row): Record<string, string>;
  /** What it is about, read aloud behind the label. */
  about(row: Row): string;
  isFor?(row: Row): boolean;
}

export interface BulkActionSpec extends ActionButtonSpec {
  /** Words of a box before the button; what it is ticked for arrives as `sure`. */
  confirm?: string;
}

export interface CsvSpec<Row, Name extends string> {
  label: string;
  /** Begins the name of the file. */
  file: string;
  columns: readonly { name: string; value(row: Row): string | number | null }[];
  /** Recorded in the audit with the outcome of `detail`. */
  action: AuditAction;
  detail(count: number, values: Record<Name, string>): string;
  /** More are for a backup; without it all rows are taken. */
  mostRows?: number;
  /** Offered below an empty list as well. */
  isAlwaysOffered: boolean;
}

/** The list as the API answers it; its role is the resource's. */
export interface ListApi<Row, Query extends z.ZodRawShape> {
  path: `/${string}`;
  /** With which a service token may ask for it as well. */
  scope?: Scope;
  operation: string;
  group: string;
  summary: string;
  /** Its schema and what the schema is called; the list of them has a name of its own. */
  item: z.ZodType;
  itemName: string;
  listName: string;
  /** Keys of the query besides `limit` and `cursor`. */
  query: Query;
  list(db: Database, query: z.infer<z.ZodObject<Query>>, page: PageRequest): Promise<Paged<Row>>;
  show(row: Row): unknown;
  /** The same for a service token, where it is to see less. */
  showToToken?(row: Row): unknown;
  /** Key of the rows in the body, beside `next`; without it the body is the rows, and the Link header leads on. */
  rowsKey?: string;
}

/** All that is said of a list of records; `Name` are the keys of its filters. */
export interface Definition<Row, Name extends string, ApiRow, Query extends z.ZodRawShape> {
  /** Of its routes, in ids and in tests. */
  name: string;
  title: string;
  /** Below /dashboard. */
  path: string;
  /** Where several lists share an address: the value of its `view` that asks for this one. */
  view?: string;
  role: "editor" | "admin";
  /** Its file where the screen shows more than the list, below app/. */
  screen?: string;
  /** Named in the sidebar and the palette. */
  isInMenu: boolean;
  headLinks?: readonly HeadLink[];
  filters: Record<Name, Filter>;
  pageSize: number;
  list(context: ResourceContext, values: Record<Name, string>, page: PageRequest): Promise<Paged<Row>>;
  summary?(context: ResourceContext, values: Record<Name, string>): Promise<Summary<NoInfer<Name>>>;
  empty(
    values: Record<Name, string>,
    summary: Summary<Name>,
    context: ResourceContext,
  ): EmptyMessage | Promise<EmptyMessage>;
  pagerWords?: { previous: string; next: string };
  /** Unique on a page; sent as `id` for selected rows. */
  rowId(row: Row): string;
  rowName(row: Row): string;
  columns: readonly ColumnSpec<Row>[];
  actions?: Record<string, ResourceAction>;
  rowActions?: readonly RowActionSpec<Row>[];
  bulkActions?: readonly BulkActionSpec[];
  csv?: CsvSpec<Row, Name>;
  api?: ListApi<ApiRow, Query>;
}

/** What stands in a cell, as data: the definition of a list runs on the server alone, and one screen draws them all. */
export type Cell = CellPiece | readonly CellPiece[];

export type CellPiece = string | TextPiece | MomentPiece | BadgePiece | SmallPiece | IconPiece;

/** A link drawn as an icon, at the end of a line. */
export interface IconPiece {
  icon: SignName;
  to: string;
  /** Name of the link, also shown while the pointer is over it. */
  label: string;
}

export interface TextPiece {
  text: string;
  /** Address it leads to. */
  to?: string | null;
  /** What is there is a file, for whoever has just shown who they are. */
  isFile?: boolean;
  /** Read aloud where the cell alone does not say what is meant. */
  spoken?: string;
  isMuted?: boolean;
  isStrong?: boolean;
  isOneLine?: boolean;
  /** Its lines may break anywhere: addresses, and words of strangers. */
  wraps?: boolean;
  hidesOn?: NarrowScreen;
  direction?: "ltr" | "auto";
  language?: "bn" | undefined;
}

export interface MomentPiece {
  /** ISO 8601. */
  at: string;
  /** How it is written; without it as everywhere, such as "Today 10:04". */
  written?: string;
  isOneLine?: boolean;
}

/** One sign and one word for where something stands. */
export interface BadgePiece {
  badge: string;
  sign?: SignName;
  tone: "good" | "fresh" | "slow" | "still" | "wrong";
}

/** Signs by the names that lucide gives them. */
export type SignName =
  | "ban"
  | "circle-check"
  | "circle-pause"
  | "clock-3"
  | "flag"
  | "folder-down"
  | "list-filter"
  | "log-out"
  | "mail-x"
  | "mails"
  | "send"
  | "shield-alert"
  | "triangle-alert"
  | "upload"
  | "user-plus";

/** A line of its own below, in small type. */
export interface SmallPiece {
  small: Cell;
  isWrong?: boolean;
  wraps?: boolean;
  /** At most two lines are shown. */
  isClipped?: boolean;
}

/** A phone hides what it shows as cards; a tablet hides columns of second rank. */
export type NarrowScreen = "phone" | "tablet" | "phone and tablet";
