import type { ApiRequest } from "../server/route.ts";
import { privately } from "./account-answers.ts";

export async function answerPasskeyOptions({ accounts, ...asking }: ApiRequest): Promise<Response> {
  const { options, cookies } = await accounts.passkeySignInOptions(asking);
  return privately(options, 200, cookies);
}

export async function answerPasskeySignIn({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  const { cookies } = await accounts.passkeySignIn(asking, { response: body.response });
  return privately(null, 204, cookies);
}

export async function answerRegisterOptions({ accounts, ...asking }: ApiRequest): Promise<Response> {
  const { options, cookies } = await accounts.passkeyRegisterOptions(asking);
  return privately(options, 200, cookies);
}

export async function answerRegisterPasskey({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  const { name, response } = body;
  // `registerPasskey` checks what it is given.
  const { cookies } = await accounts.registerPasskey(asking, { name: name as string, response });
  return privately(null, 204, cookies);
}
