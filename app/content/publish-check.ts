import type { Database } from "#app/database/database.ts";
import type { Draft, Finding } from "./check/finding.ts";
import { checkHeadings } from "./check/headings.ts";
import { checkOwnLinks } from "./check/links.ts";
import { checkPictures } from "./check/pictures.ts";
import { checkSearchEngines } from "./check/search-engines.ts";
import { checkBody, checkPlaceholders } from "./check/texts.ts";
import { type DataOf, fieldsOf, type Kind } from "./kind.ts";

export type { Finding } from "./check/finding.ts";

/** What to mend in a version before it is published, errors first, then in the order of the form. */
export async function checkBeforePublish(
  db: Database,
  kind: Kind,
  data: DataOf<Kind>,
  { publicUrl }: { publicUrl: URL },
): Promise<Finding[]> {
  const draft: Draft = { kind, data };
  const found = [
    ...checkBody(draft),
    ...checkHeadings(draft),
    ...(await checkOwnLinks(db, draft, publicUrl)),
    ...(await checkPictures(db, draft)),
    ...checkPlaceholders(draft),
    ...checkSearchEngines(draft),
  ];
  const order = fieldsOf(kind).map(([name]) => name);
  const place = ({ field }: Finding) => order.indexOf(field.split(".")[0] ?? "");
  return found.sort((one, other) => levels[one.level] - levels[other.level] || place(one) - place(other));
}

const levels = { error: 0, advice: 1 };
