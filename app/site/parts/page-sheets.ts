import type { LinksFunction } from "react-router";

/** What marks the sheets of public pages: `composePage` writes them into the document of a first visit. */
export const sheetPrecedence = "site";

/**
 * The `links` of a page with sheets beside that of every page. React keeps a sheet once it is there, and shows a page that is
 * come to by a link only with its sheets.
 */
export function linkSheets(...addresses: readonly string[]): LinksFunction {
  return () =>
    addresses.map((href) => {
      // React's own attribute, which React Router passes on but does not know of.
      const sheet = { rel: "stylesheet", href, precedence: sheetPrecedence };
      return sheet;
    });
}
