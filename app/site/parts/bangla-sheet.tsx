import { sheetPrecedence } from "#app/site/seo/head.ts";
import address from "#app/ui/styles/bangla.css?url";
import { langAttribute } from "./prose.ts";

/** Declares the Bangla letters from the start where a page's heading is Bangla; other pages get them once they are seen (`composePage`). */
export function BanglaSheet({ heading }: { heading: string }) {
  return langAttribute(heading) ? (
    <link rel="stylesheet" href={address} precedence={sheetPrecedence} />
  ) : null;
}
