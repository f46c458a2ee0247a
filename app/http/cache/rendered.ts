import type { HeaderList } from "./variant.ts";

/** What the application answered, complete and ready to send to more than one. */
export interface Rendered {
  status: number;
  headers: HeaderList;
  body: Buffer;
  /** Names of what it shows, when the answer may be kept; null when not. */
  labels: ReadonlySet<string> | null;
  /** Whether all who asked at the same time may have this one. */
  isShared: boolean;
}
