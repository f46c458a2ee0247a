import { useRouteLoaderData } from "react-router";
import type { KindOfScreen } from "../content/kind-of-screen.ts";
import type { ActionOk } from "../parts/action-result.ts";
import type { Theme } from "./theme.ts";

/** What the layout around every screen knows, and screens may ask it for. */
export interface LayoutData {
  company: string;
  person: { id: string; name: string; email: string; role: "editor" | "admin"; photo: string | null };
  /** Seals what this person has typed and a browser keeps: 32 bytes in base64, never stored in the browser. */
  unsavedKey: string;
  /** Minutes without use after which this person's session ends. */
  idleMinutes: number;
  theme: Theme;
  /** The company's; with `now`, the moment the screen was made, for what is said of moments. */
  timeZone: string;
  now: string;
  kinds: KindOfScreen[];
  /** Lists of records that this person may use. */
  resources: { name: string; title: string; path: string }[];
  /** What waits, shown beside its name in the rail. */
  waiting: { messages: number; calls: number; mail: number };
  /** What was done on the screen before, to be said on this one. */
  flash: ActionOk | null;
}

export function useLayoutData(): LayoutData {
  const layout = useRouteLoaderData<LayoutData>("dashboard/shell/shell");
  if (!layout) throw new Error("Only screens of the dashboard stand in its layout.");
  return layout;
}
