import { createContext } from "react-router";
import type { DrawnFrame } from "#app/site/parts/shell-data.ts";

/** What the server alone draws around the page that is being made; null for a page without the frame of the site. */
export const frameContext = createContext<DrawnFrame | null>(null);
