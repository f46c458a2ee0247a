/** Folders in the order of their tabs; free of server code, since screens build URLs from it. */
export const folders = ["new", "open", "waiting", "snoozed", "closed", "spam", "all"] as const;

export type Folder = (typeof folders)[number];

export const leadSorts = ["newest", "oldest"] as const;

export type LeadSort = (typeof leadSorts)[number];

/** Filter of a list; an empty string matches everything. */
export interface LeadFilter {
  folder: Folder;
  sort: LeadSort;
  /** Words, phone number or reference. */
  q: string;
  /** User id, "me", or `nobody` for unassigned leads. */
  assignee: string;
  service: string;
  /** Path of the page with the form. */
  source: string;
  /** Days in the company's time zone, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
}

const textFields = ["q", "assignee", "service", "source", "from", "to"] as const;

const defaultFilter: LeadFilter = {
  folder: "new",
  sort: "newest",
  q: "",
  assignee: "",
  service: "",
  source: "",
  from: "",
  to: "",
};

/** Whether a text is a plausible day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Reads a filter from URL parameters; ignores invalid values. */
export function readFilter(params: URLSearchParams, folder: Folder = "new"): LeadFilter {
  const read = (name: string) =>
    (params.get(name) ?? "").replaceAll("\0", "\ufffd").toWellFormed().trim().slice(0, 300);
  const values = Object.fromEntries(textFields.map((name) => [name, read(name)]));
  return {
    ...defaultFilter,
    ...values,
    from: isDay(values.from ?? "") ? (values.from ?? "") : "",
    to: isDay(values.to ?? "") ? (values.to ?? "") : "",
    folder: folders.find((one) => one === params.get("folder")) ?? (values.q ? "all" : folder),
    sort: leadSorts.find((one) => one === params.get("sort")) ?? "newest",
  };
}

/** Writes a filter as a query string without "?"; empty for the default. */
export function writeFilter(filter: Partial<LeadFilter>): string {
  const params = new URLSearchParams();
  const { folder, sort } = { ...defaultFilter, ...filter };
  const defaultFolder = filter.q ? "all" : "new";
  if (folder !== defaultFolder) params.set("folder", folder);
  if (sort !== "newest") params.set("sort", sort);
  for (const name of textFields) if (filter[name]) params.set(name, filter[name]);
  return String(params);
}

/** Whether anything other than folder and order is set. */
export function isFiltered(filter: LeadFilter): boolean {
  return textFields.some((name) => filter[name] !== "");
}
