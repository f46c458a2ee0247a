import { data } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { countMail, listMail, listMailTemplates, mailStatuses } from "#app/mail/outbox/list-mail.ts";
import { priorities } from "#app/mail/outbox/outbox.ts";
import { readMailHealth } from "#app/mail/outbox/status.ts";
import { neighbours, readPageParam, readTextParam, withQuery } from "#app/resources/list-address.ts";
import type { Staff } from "../parts/require-screen.ts";
import { mailStatusWords, nameTemplate } from "./labels.ts";
import { presentListedMail } from "./present.ts";

/** What the outbox shows, by its address. */
export async function readMailList(staff: Staff) {
  const { db, actionContext, request, person } = staff;
  const url = new URL(request.url);
  const { lane, status, template, q } = readMailFilter(url);
  const page = await listMail(db, { lane, status, template, q }, readPageParam(url, 50));
  const counts = await countMail(db, lane);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    q,
    all,
    status: status ?? "",
    template: template ?? "",
    isMany: lane === priorities.bulk,
    isNarrowed: Boolean(q || status || template),
    lanes: [
      {
        name: "E-mails",
        to: withQuery(url, { to: null, ...anyKind }),
        isCurrent: lane === priorities.letters,
      },
      { name: "Bulk", to: withQuery(url, { to: "many", ...anyKind }), isCurrent: lane === priorities.bulk },
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
    templates: (await listMailTemplates(db)).map((one) => ({ template: one, name: nameTemplate(one) })),
    rows: page.rows.map((row) => presentListedMail(row, actionContext.now)),
    pager: neighbours(url, page),
    standing: await readStanding(staff),
    email: person.email,
  };
}

export type MailListPage = Awaited<ReturnType<typeof readMailList>>;

const anyKind = { status: null, template: null };

/** What does not exist is not shown as an empty list. */
function readMailFilter(url: URL) {
  const [asked, to] = [readTextParam(url, "status"), readTextParam(url, "to")];
  const status = mailStatuses.find((one) => one === asked);
  if ((asked !== "" && !status) || !["", "one", "many"].includes(to)) throw data(null, { status: 404 });
  const lane = to === "many" ? priorities.bulk : priorities.letters;
  return { lane, status, template: readTextParam(url, "template") || undefined, q: readTextParam(url, "q") };
}

/** How mail leaves, and whether it does. */
async function readStanding({ db, actionContext, mail }: Staff) {
  const { isSending, folder, from } = mail;
  const { newslettersPerMinute } = (await readSettings(db)).mail;
  const standing = await readMailHealth(db, actionContext.now);
  return { ...standing, isSending, folder, from, isServerAway: mail.isServerAway(), newslettersPerMinute };
}
