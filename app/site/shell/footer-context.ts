import { createContext } from "react-router";
import type { FooterData } from "#app/site/parts/shell-data.ts";

/** What the footer of the page that is being made shows; null for a page without the frame of the site. */
export const footerContext = createContext<FooterData | null>(null);
