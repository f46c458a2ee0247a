/** Folders of a list, in the order of its tabs; free of server code, since screens build addresses from it. */
export const folders = ["new", "open", "waiting", "snoozed", "closed", "spam", "all"] as const;

export type Folder = (typeof folders)[number];

export const leadSorts = ["newest", "oldest"] as const;

export type LeadSort = (typeof leadSorts)[number];

/** What a list shows; the empty text stands for any. */
export interface LeadFilter {
  folder: Folder;
  sort: LeadSort;
  /** Words, a number or a reference. */
  q: string;
  /** A person's id, "me" or "nobody". */
  assignee: string;
  service: string;
  /** Path of the page it was sent from. */
  source: string;
  /** Days in the company's time, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
}

const texts = ["q", "assignee", "service", "source", "from", "to"] as const;

const everything: LeadFilter = {
  folder: "new",
  sort: "newest",
  q: "",
  assignee: "",
  service: "",
  source: "",
  from: "",
  to: "",
};

/** Whether something is a day, `YYYY-MM-DD`, on which something can have come in. */
export function isDay(text: string): boolean {
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A filter as an address carries it; what is not understood counts as not said. */
export function readFilter(params: URLSearchParams, folder: Folder = "new"): LeadFilter {
  const read = (name: string) =>
    (params.get(name) ?? "").replaceAll("\0", "\ufffd").toWellFormed().trim().slice(0, 300);
  const own = Object.fromEntries(texts.map((name) => [name, read(name)]));
  return {
    ...everything,
    ...own,
    from: isDay(own.from ?? "") ? (own.from ?? "") : "",
    to: isDay(own.to ?? "") ? (own.to ?? "") : "",
    folder: folders.find((one) => one === params.get("folder")) ?? (own.q ? "all" : folder),
    sort: leadSorts.find((one) => one === params.get("sort")) ?? "newest",
  };
}

/** The query that leads to a filter, without "?"; empty for the usual one. */
export function writeFilter(filter: Partial<LeadFilter>): string {
  const params = new URLSearchParams();
  const { folder, sort } = { ...everything, ...filter };
  const usual = filter.q ? "all" : "new";
  if (folder !== usual) params.set("folder", folder);
  if (sort !== "newest") params.set("sort", sort);
  for (const name of texts) if (filter[name]) params.set(name, filter[name]);
  return String(params);
}

/** Whether anything but folder and order is chosen. */
export function isFiltered(filter: LeadFilter): boolean {
  return texts.some((name) => filter[name] !== "");
}
