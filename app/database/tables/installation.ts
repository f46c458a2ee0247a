/** A fact about this one database: "id", "secret-check" or "browser-key". */
export interface InstallationTable {
  name: string;
  value: string;
}
