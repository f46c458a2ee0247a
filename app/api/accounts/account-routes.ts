import { z } from "zod";
import { noContent, noStore, notFoundProblem, privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { describeProject, webKey } from "#app/domain/accounts/accounts.ts";
import {
  passkeyRegisterOptions,
  passkeySignIn,
  passkeySignInOptions,
  registerPasskey,
} from "#app/domain/accounts/passkeys.ts";
import { confirmSchema } from "#app/domain/accounts/passwords/change-password.ts";
import { passwordCheckSchema } from "#app/domain/accounts/passwords/password-rules.ts";
import { forgotSchema } from "#app/domain/accounts/passwords/reset.ts";
import { readPhoto } from "#app/domain/accounts/profile/profile.ts";
import { registrationSchema } from "#app/domain/accounts/registration/register.ts";
import { issueToken, listPublicKeys, tokenSchema } from "#app/domain/accounts/sessions/access-tokens.ts";
import { signInSchema } from "#app/domain/accounts/sessions/sign-in.ts";
import { twoFactorSchema } from "#app/domain/accounts/two-factor/two-factor.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";
import {
  answerCallback,
  answerConfirm,
  answerForgot,
  answerPasswordCheck,
  answerSession,
  answerSignIn,
  answerSignOut,
  answerSignUp,
  answerTwoFactor,
  answerWaysToConfirm,
  withCookies,
} from "./account-answers.ts";

const group = "Accounts";

const userSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: z.enum(["member", "editor", "admin"]),
});
const sessionSchema = namedSchema("Session", z.strictObject({ user: userSchema.nullable() }));
const nextSchema = namedSchema("SignedIn", z.strictObject({ next: z.enum(["in", "second-step"]) }));
const tokenAnswer = namedSchema("Token", z.strictObject({ token: z.string() }));
const passwordCheckAnswer = namedSchema("PasswordCheck", z.strictObject({ refused: z.string().nullable() }));
const keysAnswer = namedSchema("KeySet", z.strictObject({ keys: z.array(z.looseObject({})) }));
const waysToConfirmAnswer = namedSchema(
  "ConfirmMethods",
  z.strictObject({
    personId: z.string(),
    email: z.string(),
    isFresh: z.boolean(),
    hasPassword: z.boolean(),
    hasSecondStep: z.boolean(),
    hasGoogle: z.boolean(),
    hasPasskey: z.boolean(),
  }),
);
const optionsAnswer = namedSchema("PasskeyOptions", z.looseObject({}));
const projectAnswer = namedSchema(
  "Project",
  z.strictObject({
    projectId: z.string(),
    authorizedDomains: z.array(z.string()),
    signInKinds: z.array(z.enum(["password", "google", "passkey"])),
  }),
);
const responseSchema = z.strictObject({ response: z.looseObject({}) });
/** Callback parameters that providers send; only some are used. */
const callbackQuery = z.strictObject(
  Object.fromEntries(
    [
      "state",
      "code",
      "error",
      "error_description",
      "error_uri",
      "iss",
      "scope",
      "authuser",
      "prompt",
      "hd",
      "session_state",
    ].map((key) => [key, z.string().optional()]),
  ),
);
const newPasskeySchema = z.strictObject({ name: z.string(), response: z.looseObject({}) });

/** Sign-in and sign-out for our own pages; other account actions use pages with forms. */
export const accountRoutes: readonly Route[] = [
  defineRoute({
    method: "post",
    path: "/auth/sign-up",
    who: "anyone",
    name: "signUp",
    group,
    status: 202,
    summary: "Request an account; the response is the same if the address already has one",
    body: registrationSchema,
    answer: "nothing",
    handle: answerSignUp,
  }),
  defineRoute({
    method: "post",
    path: "/auth/sign-in",
    who: "anyone",
    name: "signIn",
    group,
    status: 200,
    summary: "Sign in with e-mail address and password",
    body: signInSchema,
    answer: nextSchema,
    handle: answerSignIn,
  }),
  defineRoute({
    method: "post",
    path: "/auth/second-step",
    who: "anyone",
    name: "confirmSecondStep",
    group,
    status: 204,
    summary: "Complete the second step of a sign-in, in the same browser as the first",
    body: twoFactorSchema,
    answer: "nothing",
    handle: answerTwoFactor,
  }),
  defineRoute({
    method: "post",
    path: "/auth/sign-out",
    who: "anyone",
    name: "signOut",
    group,
    status: 204,
    summary: "End the session of this browser",
    answer: "nothing",
    handle: answerSignOut,
  }),
  defineRoute({
    method: "post",
    path: "/auth/forgot-password",
    who: "anyone",
    name: "forgotPassword",
    group,
    status: 202,
    summary: "Mail a reset link; the response is the same if the address has no account",
    body: forgotSchema,
    answer: "nothing",
    handle: answerForgot,
  }),
  defineRoute({
    method: "post",
    path: "/auth/password-check",
    who: "anyone",
    name: "checkPassword",
    group,
    status: 200,
    summary: "Reason why a new password would be rejected; null if it is acceptable",
    body: passwordCheckSchema,
    answer: passwordCheckAnswer,
    handle: answerPasswordCheck,
  }),
  defineRoute({
    method: "get",
    path: "/auth/session",
    who: "anyone",
    name: "readSession",
    group,
    summary: "Account of this session; null when signed out",
    answer: sessionSchema,
    handle: answerSession,
  }),
  defineRoute({
    method: "get",
    path: "/auth/confirmation",
    who: "signed-in",
    name: "readWaysToConfirm",
    group,
    summary: "Whether the session is fresh, and the available methods to reauthenticate",
    answer: waysToConfirmAnswer,
    handle: answerWaysToConfirm,
  }),
  defineRoute({
    method: "post",
    path: "/auth/confirmation",
    who: "signed-in",
    name: "confirmIdentity",
    group,
    status: 204,
    summary: "Reauthenticate with the password, and with a code if two-factor authentication is on",
    body: confirmSchema,
    answer: "nothing",
    handle: answerConfirm,
  }),
  defineRoute({
    method: "get",
    path: "/auth/passkey/sign-in-options",
    who: "anyone",
    name: "beginPasskeySignIn",
    group,
    summary: "Options for navigator.credentials.get",
    answer: optionsAnswer,
    handle: answerPasskeyOptions,
  }),
  defineRoute({
    method: "post",
    path: "/auth/passkey/sign-in",
    who: "anyone",
    name: "signInByPasskey",
    group,
    status: 204,
    summary: "Sign in with the result of navigator.credentials.get",
    body: responseSchema,
    answer: "nothing",
    handle: answerPasskeySignIn,
  }),
  defineRoute({
    method: "get",
    path: "/auth/passkey/register-options",
    who: "signed-in",
    name: "beginPasskey",
    group,
    summary: "Options for navigator.credentials.create; requires a fresh session",
    answer: optionsAnswer,
    handle: answerRegisterOptions,
  }),
  defineRoute({
    method: "post",
    path: "/auth/passkey/register",
    who: "signed-in",
    name: "addPasskey",
    group,
    status: 204,
    summary: "Add a passkey to the account; requires a fresh session",
    body: newPasskeySchema,
    answer: "nothing",
    handle: answerRegisterPasskey,
  }),
  defineRoute({
    method: "get",
    path: "/auth/callback/google",
    who: "anyone",
    name: "finishProvider",
    group,
    status: 303,
    summary: "Redirect target of the provider",
    query: callbackQuery,
    answer: "nothing",
    handle: answerCallback,
  }),
  defineRoute({
    method: "get",
    path: "/auth/photos/:address",
    who: "signed-in",
    name: "readPhoto",
    group,
    summary: "Photo of a person, for that person and staff",
    answer: "image/webp",
    handle: answerPhoto,
  }),
  defineRoute({
    method: "get",
    path: "/auth/jwks",
    who: "anyone",
    name: "readKeys",
    group,
    summary: "Public keys of the token signatures (RFC 7517)",
    answer: keysAnswer,
    handle: answerKeys,
  }),
  defineRoute({
    method: "get",
    path: "/auth/v1/projects",
    who: "anyone",
    name: "readProject",
    group,
    summary: "Hosts whose pages may sign in here, and the available sign-in methods",
    query: z.strictObject({ key: z.string().optional() }),
    answer: projectAnswer,
    handle: answerProject,
  }),
  defineRoute({
    method: "post",
    path: "/jwt",
    who: "signed-in",
    name: "issueToken",
    group,
    status: 200,
    summary: "Issue a token that is valid for five minutes, only for the address of the signed-in account",
    body: tokenSchema,
    answer: tokenAnswer,
    handle: answerToken,
  }),
];

async function answerPasskeyOptions({ accounts, ...accountRequest }: ApiRequest): Promise<Response> {
  const { options, cookies } = await passkeySignInOptions(accounts, accountRequest);
  return withCookies(privateJson(options), cookies);
}

async function answerPasskeySignIn({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies } = await passkeySignIn(accounts, accountRequest, body);
  return withCookies(noContent(), cookies);
}

async function answerRegisterOptions({ accounts, ...accountRequest }: ApiRequest): Promise<Response> {
  const { options, cookies } = await passkeyRegisterOptions(accounts, accountRequest);
  return withCookies(privateJson(options), cookies);
}

async function answerRegisterPasskey({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies } = await registerPasskey(accounts, accountRequest, body);
  return withCookies(noContent(), cookies);
}

async function answerToken({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  return privateJson(await issueToken(accounts, accountRequest, body));
}

async function answerKeys({ accounts }: ApiRequest): Promise<Response> {
  return privateJson(await listPublicKeys(accounts));
}

function answerProject({ accounts, query }: ApiRequest<{ key?: string }>): Response {
  if (query.key !== webKey)
    return problem(400, "Unknown key", "The key does not belong to this site.", undefined, "invalid-api-key");
  return privateJson(describeProject(accounts, query.key));
}

/** Photo response, never cached: proxies must not share it, and browsers would show it after sign-out. */
async function answerPhoto({ accounts, address, ...accountRequest }: ApiRequest): Promise<Response> {
  const bytes = await readPhoto(accounts, accountRequest, address);
  if (!bytes) return notFoundProblem();
  const headers = { "content-type": "image/webp", "content-security-policy": "default-src 'none'; sandbox" };
  return noStore(new Response(bytes, { headers }));
}
