import { useRouteLoaderData } from "react-router";
import type { KindOfScreen } from "../content/kind-of-screen.ts";
import type { ActionOk } from "../parts/action-result.ts";
import type { Theme } from "./theme.ts";

/** Data of the layout, available to all screens. */
export interface LayoutData {
  company: string;
  person: { id: string; name: string; email: string; role: "editor" | "admin"; photo: string | null };
  /** Key that encrypts this person's unsaved text, 32 bytes in base64; never stored in the browser. */
  unsavedKey: string;
  /** Minutes without use after which this person's session ends. */
  idleMinutes: number;
  theme: Theme;
  /** Company's time zone; `now` is the time of the response, for relative times. */
  timeZone: string;
  now: string;
  kinds: KindOfScreen[];
  /** Lists of records that this person may open. */
  resources: { name: string; title: string; path: string }[];
  /** Counts of open items, shown in the sidebar. */
  waiting: { messages: number; calls: number; mail: number };
  /** Message of the previous screen. */
  flash: ActionOk | null;
}

export function useLayoutData(): LayoutData {
  const layout = useRouteLoaderData<LayoutData>("dashboard/shell/shell");
  if (!layout) throw new Error("useLayoutData needs the dashboard layout as a parent route.");
  return layout;
}
