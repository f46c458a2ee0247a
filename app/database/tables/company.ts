export interface SettingsTable {
  key: string;
  data: string;
  version: number;
  updated_at: string;
}

/** Every settings there ever were, up to a number; who saved them is a person's id or a part of the product. */
export interface SettingsVersionTable {
  key: string;
  version: number;
  data: string;
  saved_by: string;
  saved_at: string;
}

export interface AuditTable {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  request_id: string;
}

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
