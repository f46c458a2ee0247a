import { z } from "zod";
import { roleField } from "#app/accounts/staff/change-others.ts";
import { invitationSchema } from "#app/accounts/staff/invitations.ts";
import { listInvitations, type WaitingInvitation } from "#app/accounts/staff/list-invitations.ts";
import { type ListedPerson, listPeople, peopleOrders } from "#app/accounts/staff/list-people.ts";
import { readOther } from "#app/accounts/staff/read-other.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { searchWords } from "#app/text/search-words.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { answerRows, noContent, pageKeys, privateJson } from "../server/page-of-rows.ts";
import { type ApiRequest, defineRoute, type Route } from "../server/route.ts";

const group = "People";
const moment = z.iso.datetime();

const personSchema = namedSchema(
  "Person",
  z.strictObject({
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
);

const invitedSchema = namedSchema(
  "Invitation",
  z.strictObject({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(["member", "editor", "admin"]),
    invitedBy: z.string(),
    sentAt: moment,
    expiresAt: moment,
  }),
);

const querySchema = z.strictObject({
  q: searchWords.meta({ description: "Part of a name or an e-mail address" }),
  role: roleField.optional(),
  state: z.enum(["banned", "leaving"], "Give one of: banned, leaving").optional(),
  order: z.enum(peopleOrders, `Give one of: ${peopleOrders.join(", ")}`).prefault("joined"),
  ...pageKeys({ limit: 50, cursorFrom: "Link header" }),
});

/** One at a time, so that nothing is ever half done. */
const changeSchema = z.strictObject({
  role: roleField.optional(),
  banned: z.boolean("Write true or false").optional(),
});

/** People and invitations, for admins; changes need a fresh session. */
export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/users",
    who: "admin",
    name: "listUsers",
    group,
    summary: "Everybody with an account",
    query: querySchema,
    answer: namedSchema("PersonList", z.array(personSchema)),
    handle: answerPeople,
  }),
  defineRoute({
    method: "get",
    path: "/users/invitations",
    who: "admin",
    name: "listInvitations",
    group,
    summary: "Who was invited and has not come yet",
    answer: namedSchema("InvitationList", z.array(invitedSchema)),
    handle: async ({ db, clock }) =>
      privateJson((await listInvitations(db, clock.now())).map(showInvitation)),
  }),
  defineRoute({
    method: "post",
    path: "/users/invitations",
    who: "admin",
    name: "invite",
    group,
    summary: "Invite somebody by a mailed link that is good once and for 7 days",
    body: invitationSchema,
    answer: namedSchema("Invited", z.strictObject({ _id: z.string() })),
    handle: answerInvite,
  }),
  defineRoute({
    method: "delete",
    path: "/users/invitations/:address",
    who: "admin",
    name: "revokeInvitation",
    group,
    summary: "Take an invitation back",
    answer: "nothing",
    status: 204,
    handle: async ({ accounts, address, ...asking }) => {
      await accounts.staff.revokeInvitation(asking, { id: address });
      return noContent();
    },
  }),
  defineRoute({
    method: "get",
    path: "/users/:address",
    who: "admin",
    name: "readUser",
    group,
    summary: "One person, by their id",
    answer: personSchema,
    handle: answerPerson,
  }),
  defineRoute({
    method: "patch",
    path: "/users/:address",
    who: "admin",
    name: "changeUser",
    group,
    summary: "Change somebody’s role, or ban them; never one’s own, nor the last admin’s",
    body: changeSchema,
    answer: personSchema,
    handle: answerChange,
  }),
];

async function answerPeople(api: ApiRequest<z.infer<typeof querySchema>>): Promise<Response> {
  const { cursor, ...query } = api.query;
  return answerRows(api, await listPeople(api.db, { ...query, after: cursor }), showPerson);
}

async function answerPerson({ db, address, clock }: ApiRequest): Promise<Response> {
  return privateJson(showPerson(await readOther(db, address, clock.now())));
}

async function answerInvite({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  // What was sent is checked there, key by key.
  const { id } = await accounts.staff.invite(asking, body as never);
  return privateJson({ _id: id }, 201);
}

async function answerChange(api: ApiRequest): Promise<Response> {
  const { accounts, body, address: id } = api;
  const { role, banned } = checkInput(changeSchema, body);
  if ((role === undefined) === (banned === undefined))
    throw validationError([{ path: ["role"], message: "Change either the role or the ban" }]);
  if (role !== undefined) await accounts.staff.changeRole(api, { id, role });
  if (banned !== undefined) await accounts.staff[banned ? "ban" : "unban"](api, { id });
  return answerPerson(api);
}

function showPerson(person: ListedPerson): z.infer<typeof personSchema> {
  const { id: _id, name, email, role, createdAt, deletesAt } = person;
  return {
    _id,
    name,
    email,
    role,
    createdAt,
    deletesAt,
    banned: person.isBanned,
    twoStep: person.hasSecondStep,
    signInKinds: person.waysIn,
    lastSeenAt: person.lastSeenAt || null,
  };
}

function showInvitation(one: WaitingInvitation): z.infer<typeof invitedSchema> {
  const { id: _id, name, email, role, invitedBy, sentAt, expiresAt } = one;
  return { _id, name, email, role, invitedBy, sentAt, expiresAt };
}
