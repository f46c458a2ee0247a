import { type ListedPerson, listPeople } from "#app/accounts/staff/list-people.ts";
import { recordAudit } from "#app/audit/audit.ts";
import { write } from "#app/database/database.ts";
import { answerCsv, writeCsv } from "#app/text/csv.ts";
import { leadToConfirmFirst } from "../parts/fresh.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/csv.ts";
import { roleWords, wayWords } from "./labels.ts";
import { readPeopleQuery } from "./read-people.ts";

const mostRows = 20_000;

/** The people of a list as CSV; who took them along is on record. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, `/dashboard/user${new URL(args.request.url).search}`);
  if (toConfirm) return toConfirm;
  const { db, actionContext } = staff;
  const query = readPeopleQuery(new URL(args.request.url));
  const people: ListedPerson[] = [];
  let after: string | undefined;
  do {
    const page = await listPeople(db, { ...query, limit: 100, after });
    people.push(...page.rows);
    after = page.next ?? undefined;
  } while (after && people.length < mostRows);
  await write(db, (tx) =>
    recordAudit(tx, actionContext.actor, "people.export", "", `${people.length} people`),
  );
  return answerCsv(
    `people-${actionContext.now.toISOString().slice(0, 10)}`,
    writeCsv(head, people.map(rowOf)),
  );
}

const head = [
  "Name",
  "E-mail",
  "Role",
  "Standing",
  "Signs in by",
  "Two-step",
  "Joined (UTC)",
  "Last seen (UTC)",
];

function rowOf(person: ListedPerson): string[] {
  const standing = person.isBanned ? "banned" : person.deletesAt ? "leaving" : "";
  const ways = person.waysIn.map((way) => wayWords[way]).join(", ");
  return [
    person.name,
    person.email,
    roleWords[person.role],
    standing,
    ways,
    person.hasSecondStep ? "yes" : "no",
    person.createdAt,
    person.lastSeenAt,
  ];
}
