import type { z } from "zod";
import type { Scope } from "#app/domain/accounts/service-tokens.ts";
import type { AuditAction } from "#app/domain/audit/actions.ts";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import type { SiteServices } from "#app/domain/routing/site-services.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Paged, PageRequest } from "#app/platform/database/paging.ts";

/** Actor and time of reading or changing a list, with the services for it. */
export interface ResourceContext extends Pick<SiteServices, "db" | "publicUrl" | "mail"> {
  person: { id: string; name: string; email: string };
  actionContext: ActionContext;
  /** Time zone of the company, such as "Asia/Dhaka". */
  timeZone: string;
}

/** Submitted form of a list; missing values are empty. */
export interface ResourceInput {
  text(name: string): string;
  /** All values of a name, such as the ids of selected rows. */
  all(name: string): string[];
  isTicked(name: string): boolean;
}

export interface ResourceOutcome {
  /** Result as a sentence. */
  done: string;
  /** Action that undoes it, with its values. */
  undo?: { intent: string; values: Record<string, string | string[]> };
}

export type ResourceAction = (input: ResourceInput, context: ResourceContext) => Promise<ResourceOutcome>;

/** Filter in the address of a list. */
export type Filter =
  | {
      type: "tabs";
      values: readonly string[];
      /** Handling of an address with another value. */
      unknown: "ignored" | "not-found";
    }
  | { type: "search"; label: string; placeholder: string }
  | { type: "text"; label: string; placeholder: string }
  | { type: "day"; label: string }
  | {
      type: "select";
      label: string;
      /** Label of the unfiltered choice; without it the first choice is the default. */
      all?: string;
      choices(context: ResourceContext): Promise<readonly FilterChoice[]>;
    }
  /** Set only by links, but preserved in the address. */
  | { type: "link" };

export interface FilterChoice {
  value: string;
  name: string;
  /** Adjacent choices with the same group are grouped. */
  group?: string;
}

/** Values of a filter as adjacent links. */
export interface FilterTabs<Name extends string> {
  label: string;
  filter: Name;
  tabs: readonly { name: string; value: string; count?: number }[];
  /** Filters that a change of this one clears. */
  clears?: readonly Name[];
}

/** Links to related screens. */
export interface LinkTabs {
  label: string;
  links: readonly { name: string; to: string; isCurrent: boolean; count?: number }[];
}

export interface Summary<Name extends string = string> {
  /** Total, shown after the title. */
  count?: number;
  tabs?: readonly (FilterTabs<Name> | LinkTabs)[];
}

/** Link at the right of the screen's header. */
export interface HeadLink {
  name: string;
  to: string;
  sign?: ListIconName;
  /** Whether it is the primary button of the screen. */
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
  /** Whether it is the heading of the card on phones. */
  isMain?: boolean;
  isMuted?: boolean;
  isNumber?: boolean;
  isOneLine?: boolean;
  hidesOn?: NarrowScreen;
}

/** Button that runs one of the resource's actions. */
export interface ActionButtonSpec {
  intent: string;
  label: string;
  isDangerous?: boolean;
}

export interface RowActionSpec<Row> extends ActionButtonSpec {
  values(row: Row): Record<string, string>;
  /** Context, read aloud after the label. */
  about(row: Row): string;
  isFor?(row: Row): boolean;
}

export interface BulkActionSpec extends ActionButtonSpec {
  /** Label of a confirmation checkbox before the button; sent as `sure`. */
  confirm?: string;
}

export interface CsvSpec<Row, Name extends string> {
  label: string;
  /** Prefix of the file name. */
  file: string;
  columns: readonly { name: string; value(row: Row): string | number | null }[];
  /** Recorded in the audit log with `detail`. */
  action: AuditAction;
  detail(count: number, values: Record<Name, string>): string;
  /** Row limit of an export; without it all rows are included. */
  maxRows?: number;
  /** Whether an empty list offers it too. */
  isAlwaysOffered: boolean;
}

/** List in the API; its role is the resource's. */
export interface ListApi<Row, Query extends z.ZodRawShape> {
  path: `/${string}`;
  /** Scope with which service tokens may read it. */
  scope?: Scope;
  operation: string;
  group: string;
  summary: string;
  /** Schema of a row and its name; the schema of the list has another name. */
  item: z.ZodType;
  itemName: string;
  listName: string;
  /** Query keys in addition to `limit` and `cursor`. */
  query: Query;
  list(db: Database, query: z.infer<z.ZodObject<Query>>, page: PageRequest): Promise<Paged<Row>>;
  show(row: Row): unknown;
  /** Reduced row for service tokens. */
  showToToken?(row: Row): unknown;
  /** Key of the rows in the body, next to `next`; without it the body is an array with a Link header. */
  rowsKey?: string;
}

/** Definition of a list of records; `Name` are the keys of its filters. */
export interface Definition<Row, Name extends string, ApiRow, Query extends z.ZodRawShape> {
  /** Name of its routes, ids and tests. */
  name: string;
  title: string;
  /** Below /dashboard. */
  path: string;
  /** Value of `view`, if several lists share an address. */
  view?: string;
  role: "editor" | "admin";
  /** Its file below app/, if the screen shows more than the list. */
  screen?: string;
  /** Whether the sidebar and palette include it. */
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

/** Content of a cell as data: definitions run on the server, and one screen renders them all. */
export type Cell = CellPiece | readonly CellPiece[];

export type CellPiece = string | TextPiece | MomentPiece | BadgePiece | SmallPiece | IconPiece;

/** Link shown as an icon at the end of a line. */
export interface IconPiece {
  icon: ListIconName;
  to: string;
  /** Accessible name of the link, also its tooltip. */
  label: string;
}

export interface TextPiece {
  text: string;
  /** Target address. */
  to?: string | null;
  /** Whether the target is a file that requires reauthentication. */
  isFile?: boolean;
  /** Text for screen readers, if the cell alone is unclear. */
  spoken?: string;
  isMuted?: boolean;
  isStrong?: boolean;
  isOneLine?: boolean;
  /** Whether lines may break anywhere, for addresses and text by strangers. */
  wraps?: boolean;
  hidesOn?: NarrowScreen;
  direction?: "ltr" | "auto";
  language?: "bn" | undefined;
}

export interface MomentPiece {
  /** ISO 8601. */
  at: string;
  /** Fixed format; by default as everywhere, such as "Today 10:04". */
  written?: string;
  isOneLine?: boolean;
}

/** Icon and word for a state. */
export interface BadgePiece {
  badge: string;
  sign?: ListIconName;
  tone: "good" | "fresh" | "slow" | "still" | "wrong";
}

/** Icons by their lucide names. */
export type ListIconName =
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

/** Separate line below, in small type. */
export interface SmallPiece {
  small: Cell;
  isWrong?: boolean;
  wraps?: boolean;
  /** Whether to show at most two lines. */
  isClipped?: boolean;
}

/** Screens that hide it: phones show rows as cards, tablets hide secondary columns. */
export type NarrowScreen = "phone" | "tablet" | "phone and tablet";
