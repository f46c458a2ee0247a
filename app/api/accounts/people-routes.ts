import { z } from "zod";
import { noContent, privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { banPerson, changeRoleOf, roleField, unbanPerson } from "#app/domain/accounts/staff/change-others.ts";
import {
  invitationSchema,
  invite,
  listInvitations,
  revokeInvitation,
  type WaitingInvitation,
} from "#app/domain/accounts/staff/invitations.ts";
import { readOther } from "#app/domain/accounts/staff/read-people.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import { people, presentApiPerson } from "#app/ops/resources/people/people.ts";

const group = "People";
const moment = z.iso.datetime();

/** Schema of a person, defined by the list of people. */
const personItem = people.api?.item ?? z.never();

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

/** One change per request, so that each is atomic. */
const changeSchema = z.strictObject({
  role: roleField.optional(),
  banned: z.boolean("Write true or false").optional(),
});

/** People and invitations, for admins; changes require a fresh session. */
export const peopleRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/users/invitations",
    who: "admin",
    name: "listInvitations",
    group,
    summary: "Open invitations",
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
    summary: "Invite a person with a mailed link that works once within 7 days",
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
    summary: "Revoke an invitation",
    answer: "nothing",
    status: 204,
    handle: async ({ accounts, address, ...accountRequest }) => {
      await revokeInvitation(accounts, accountRequest, { id: address });
      return noContent();
    },
  }),
  defineRoute({
    method: "get",
    path: "/users/:address",
    who: "admin",
    name: "readUser",
    group,
    summary: "Read a person by id",
    answer: personItem,
    handle: answerPerson,
  }),
  defineRoute({
    method: "patch",
    path: "/users/:address",
    who: "admin",
    name: "changeUser",
    group,
    summary: "Change the role of a person, or ban them; not for the own account or the last admin",
    body: changeSchema,
    answer: personItem,
    handle: answerChange,
  }),
];

async function answerPerson({ db, address, clock }: ApiRequest): Promise<Response> {
  return privateJson(presentApiPerson(await readOther(db, address, clock.now())));
}

async function answerInvite({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { id } = await invite(accounts, accountRequest, body);
  return privateJson({ _id: id }, 201);
}

async function answerChange(api: ApiRequest): Promise<Response> {
  const { accounts, body, address: id } = api;
  const { role, banned } = checkInput(changeSchema, body);
  if ((role === undefined) === (banned === undefined))
    throw validationError([{ path: ["role"], message: "Change either the role or the ban" }]);
  if (role !== undefined) await changeRoleOf(accounts, api, { id, role });
  if (banned !== undefined) await (banned ? banPerson : unbanPerson)(accounts, api, { id });
  return answerPerson(api);
}

function showInvitation(one: WaitingInvitation): z.infer<typeof invitedSchema> {
  const { id: _id, name, email, role, invitedBy, sentAt, expiresAt } = one;
  return { _id, name, email, role, invitedBy, sentAt, expiresAt };
}
