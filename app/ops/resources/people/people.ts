import { z } from "zod";
import { roleField } from "#app/domain/accounts/staff/change-others.ts";
import { listInvitations, type WaitingInvitation } from "#app/domain/accounts/staff/invitations.ts";
import {
  countPeople,
  type ListedPerson,
  listPeople,
  type PeopleQuery,
  peopleOrders,
} from "#app/domain/accounts/staff/read-people.ts";
import { searchWords } from "#app/lib/text/words.ts";
import { defineResource } from "#app/ops/resources/define-resource.ts";
import type { HeadLink, ResourceContext, Summary } from "#app/ops/resources/definition.ts";
import { personBadge, roleLabels, roles, signInMethodLabels } from "./labels.ts";

const path = "/dashboard/user";
const moment = z.iso.datetime();
const headLinks: readonly HeadLink[] = [
  { name: "Invite", to: `${path}/invite`, sign: "user-plus", isMain: true },
];

/** People with an account. */
export const people = defineResource({
  name: "people",
  title: "People",
  path: "user",
  role: "admin",
  screen: "dashboard/people/list.tsx",
  // Listed before the settings.
  isInMenu: false,
  pageSize: 50,
  headLinks,
  filters: {
    view: { type: "tabs", values: [...roles, "banned"], unknown: "ignored" },
    order: {
      type: "select",
      label: "Sort by",
      choices: async () => [
        { value: "joined", name: "Newest first" },
        { value: "name", name: "By name" },
        { value: "seen", name: "Last seen first" },
      ],
    },
    q: { type: "search", label: "Search people", placeholder: "Name or e-mail" },
  },
  list: ({ db }, values, page) => listPeople(db, { ...queryOf(values), ...page }),
  summary: summarizePeople,
  empty: ({ q }) => ({
    title: q ? `Nobody matches “${q}”` : "No people here",
    text: "Search covers names and e-mail addresses.",
    link: { name: "Clear filters", to: path },
  }),
  rowId: ({ id }) => id,
  rowName: ({ name, email }) => name || email,
  columns: [
    {
      name: "Name",
      isMain: true,
      cell: ({ id, name, email }) => [
        { text: name || email, to: `${path}/${id}`, direction: "auto" },
        { small: email, wraps: true },
      ],
    },
    {
      name: "Role",
      isOneLine: true,
      cell(person) {
        const badge = personBadge(person);
        return [roleLabels[person.role], " ", ...(badge ? [badge] : [])];
      },
    },
    {
      name: "Sign-in methods",
      hidesOn: "tablet",
      cell: ({ waysIn, hasSecondStep }) =>
        [...waysIn.map((way) => signInMethodLabels[way]), ...(hasSecondStep ? ["two-factor"] : [])].join(
          ", ",
        ) || "None yet",
    },
    { name: "Joined", hidesOn: "tablet", isOneLine: true, cell: ({ createdAt }) => ({ at: createdAt }) },
    {
      name: "Last seen",
      isOneLine: true,
      cell: ({ lastSeenAt }) => (lastSeenAt ? { at: lastSeenAt } : "Never"),
    },
  ],
  csv: {
    label: "Export as CSV",
    file: "people",
    action: "people.export",
    detail: (count) => `${count} people`,
    maxRows: 20_000,
    isAlwaysOffered: true,
    columns: [
      { name: "Name", value: ({ name }) => name },
      { name: "E-mail", value: ({ email }) => email },
      { name: "Role", value: ({ role }) => roleLabels[role] },
      { name: "Status", value: (one) => (one.isBanned ? "banned" : one.deletesAt ? "leaving" : "") },
      {
        name: "Sign-in methods",
        value: ({ waysIn }) => waysIn.map((way) => signInMethodLabels[way]).join(", "),
      },
      { name: "Two-factor", value: ({ hasSecondStep }) => (hasSecondStep ? "yes" : "no") },
      { name: "Joined (UTC)", value: ({ createdAt }) => createdAt },
      { name: "Last seen (UTC)", value: ({ lastSeenAt }) => lastSeenAt },
    ],
  },
  api: {
    path: "/users",
    operation: "listUsers",
    group: "People",
    summary: "People with an account",
    itemName: "Person",
    listName: "PersonList",
    item: z.strictObject({
      _id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(["member", "editor", "admin"]),
      banned: z.boolean(),
      twoStep: z.boolean(),
      signInKinds: z.array(z.enum(["password", "google", "passkey"])),
      createdAt: moment,
      lastSeenAt: moment.nullable(),
      deletesAt: moment.nullable(),
    }),
    query: {
      q: searchWords.meta({ description: "Part of a name or an e-mail address" }),
      role: roleField.optional(),
      state: z.enum(["banned", "leaving"], "Enter one of: banned, leaving").optional(),
      order: z.enum(peopleOrders, `Enter one of: ${peopleOrders.join(", ")}`).prefault("joined"),
    },
    list: (db, query, page) => listPeople(db, { ...query, ...page }),
    show: presentApiPerson,
  },
});

/** Pending invitations; their actions are on the screen, which shows links whose mail failed. */
export const invitations = defineResource({
  name: "invitations",
  title: "People",
  path: "user",
  view: "invited",
  role: "admin",
  screen: "dashboard/people/list.tsx",
  isInMenu: false,
  pageSize: 500,
  headLinks,
  filters: { view: { type: "link" }, order: { type: "link" }, q: { type: "link" } },
  async list({ db, actionContext }) {
    return { rows: await listInvitations(db, actionContext.now), next: null, previous: null };
  },
  summary: summarizePeople,
  empty: () => ({
    title: "No open invitations",
    text: "An invitation is a link by e-mail, valid for 7 days and for one use.",
    link: { name: "Invite a person", to: `${path}/invite` },
  }),
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  columns: [
    {
      name: "Name",
      isMain: true,
      cell: ({ name, email }: WaitingInvitation) => [
        { text: name, isStrong: true, direction: "auto" },
        { small: email, wraps: true },
      ],
    },
    { name: "Role", cell: ({ role }) => roleLabels[role] },
    {
      name: "Invited by",
      hidesOn: "tablet",
      cell: ({ invitedBy }) => ({ text: invitedBy, direction: "auto" }),
    },
    {
      name: "Link",
      cell: ({ sentAt, expiresAt, isExpired }) => [
        "Created ",
        { at: sentAt },
        { small: [isExpired ? "Expired " : "Valid until ", { at: expiresAt }], isWrong: isExpired },
      ],
    },
  ],
  rowActions: [
    {
      intent: "resend",
      label: "Send again",
      values: ({ id, email }) => ({ id, email }),
      about: ({ name }) => name,
    },
    {
      intent: "revoke",
      label: "Revoke",
      isDangerous: true,
      values: ({ id }) => ({ id }),
      about: ({ name }) => name,
    },
  ],
});

/** Person in API responses. */
export function presentApiPerson(person: ListedPerson) {
  return {
    _id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    createdAt: person.createdAt,
    deletesAt: person.deletesAt,
    banned: person.isBanned,
    twoStep: person.hasSecondStep,
    signInKinds: person.waysIn,
    lastSeenAt: person.lastSeenAt || null,
  };
}

/** Selects the number of people by role and of invitations together. */
async function summarizePeople({ db, actionContext }: ResourceContext): Promise<Summary<"view">> {
  const counts = await countPeople(db);
  const invited = await listInvitations(db, actionContext.now);
  return {
    count: counts.all,
    tabs: [
      {
        label: "Role",
        filter: "view",
        tabs: [
          { name: "All", value: "", count: counts.all },
          { name: "Admins", value: "admin", count: counts.admin },
          { name: "Editors", value: "editor", count: counts.editor },
          { name: "Members", value: "member", count: counts.member },
          { name: "Banned", value: "banned", count: counts.banned },
          { name: "Invited", value: "invited", count: invited.length },
        ],
      },
    ],
  };
}

function queryOf({ view, order, q }: Record<"view" | "order" | "q", string>): Omit<PeopleQuery, "limit"> {
  return {
    q,
    role: roles.find((role) => role === view),
    state: view === "banned" ? "banned" : undefined,
    order: peopleOrders.find((one) => one === order) ?? "joined",
  };
}
