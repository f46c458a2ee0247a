import address from "#app/lib/ui/styles/bangla.css?url";
import { sheetPrecedence } from "#app/site/seo/head.ts";
import { langAttribute } from "./prose.ts";

/** Declares Bangla fonts with a page whose heading is Bangla; on other pages the script declares them after the first paint. */
export function BanglaSheet({ heading }: { heading: string }) {
  return langAttribute(heading) ? (
    <link rel="stylesheet" href={address} precedence={sheetPrecedence} />
  ) : null;
}
