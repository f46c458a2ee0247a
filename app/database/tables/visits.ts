/** How often a public page was read on one day of the company's time zone. */
export interface VisitTable {
  day: string;
  /** As asked for, percent-encoded; `*` for all pages beyond those a day names. */
  path: string;
  views: number;
  /** The views that began a visit. */
  visits: number;
}

/** Where the visits of a day came from. */
export interface VisitSourceTable {
  day: string;
  /** Empty when nothing led here; `*` for all hosts beyond those a day names. */
  host: string;
  visits: number;
}
