import { data } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { countMail, listMail, listTemplates, mailStatuses } from "#app/mail/outbox/list-mail.ts";
import { lanes } from "#app/mail/outbox/outbox.ts";
import { readMailStanding } from "#app/mail/outbox/status.ts";
import { neighbours, readPlace, readText, withQuery } from "../parts/list-address.ts";
import type { Staff } from "../parts/staff.ts";
import { presentListed } from "./present.ts";
import { mailStatusWords, nameTemplate } from "./words.ts";

/** What the outbox shows, by its address. */
export async function readMailList(staff: Staff) {
  const { db, deed, request, person } = staff;
  const url = new URL(request.url);
  const { lane, status, template, q } = readMailFilter(url);
  const page = await listMail(db, { lane, status, template, q }, readPlace(url, 50));
  const counts = await countMail(db, lane);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    q,
    all,
    status: status ?? "",
    template: template ?? "",
    isMany: lane === lanes.bulk,
    isNarrowed: Boolean(q || status || template),
    lanes: [
      { name: "E-mails", to: withQuery(url, { to: null, ...anyKind }), isCurrent: lane === lanes.letters },
      { name: "Bulk", to: withQuery(url, { to: "many", ...anyKind }), isCurrent: lane === lanes.bulk },
    ],
    statuses: [
      { name: "All", to: withQuery(url, { status: null }), isCurrent: !status, count: all },
      ...mailStatuses.map((one) => ({
        name: mailStatusWords[one],
        count: counts[one],
        isCurrent: status === one,
        to: withQuery(url, { status: one }),
      })),
    ],
    templates: (await listTemplates(db)).map((one) => ({ template: one, name: nameTemplate(one) })),
    rows: page.rows.map((row) => presentListed(row, deed.now)),
    pager: neighbours(url, page),
    standing: await readStanding(staff),
    email: person.email,
  };
}

export type MailListPage = Awaited<ReturnType<typeof readMailList>>;

const anyKind = { status: null, template: null };

/** What does not exist is not shown as an empty list. */
function readMailFilter(url: URL) {
  const [asked, to] = [readText(url, "status"), readText(url, "to")];
  const status = mailStatuses.find((one) => one === asked);
  if ((asked !== "" && !status) || !["", "one", "many"].includes(to)) throw data(null, { status: 404 });
  const lane = to === "many" ? lanes.bulk : lanes.letters;
  return { lane, status, template: readText(url, "template") || undefined, q: readText(url, "q") };
}

/** How mail leaves, and whether it does. */
async function readStanding({ db, deed, mail }: Staff) {
  const { isSending, folder, from } = mail;
  const { newslettersPerMinute } = (await readSettings(db)).mail;
  const standing = await readMailStanding(db, deed.now);
  return { ...standing, isSending, folder, from, isServerAway: mail.isServerAway(), newslettersPerMinute };
}
