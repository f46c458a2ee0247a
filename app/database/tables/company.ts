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
