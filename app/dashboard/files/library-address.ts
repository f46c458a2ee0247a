/** View of the library, stored in its address. */
export interface LibraryView {
  q: string;
  tag: string;
  show: FileFilter;
  sort: LibrarySort;
  view: "grid" | "list";
}

export type FileFilter = "all" | "picture" | "pdf" | "without-alt" | "unused" | "trash";
export type LibrarySort = "newest" | "oldest" | "name" | "largest";

export const libraryPath = "/dashboard/files";

export const defaultView: LibraryView = { q: "", tag: "", show: "all", sort: "newest", view: "grid" };

export const sortLabels: Record<LibrarySort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  largest: "Largest first",
};

export const fileFilterLabels: Record<FileFilter, string> = {
  all: "All",
  picture: "Pictures",
  pdf: "PDFs",
  "without-alt": "Alt text missing",
  unused: "Not used",
  trash: "Trash",
};

/** Address of a view, optionally of one page by its cursor. Omits default values. */
export function libraryAddress(view: LibraryView, page: { after?: string; before?: string } = {}): string {
  const changed = Object.entries(view).filter(([name, value]) => value !== Reflect.get(defaultView, name));
  const query = new URLSearchParams([...changed, ...Object.entries(page)]).toString();
  return query === "" ? libraryPath : `${libraryPath}?${query}`;
}

export function filePath(id: string): string {
  return `${libraryPath}/${id}`;
}
