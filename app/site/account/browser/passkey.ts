import { askAccount } from "./account-api.ts";
import { login } from "./browser-login.tsx";
import { asSignInError } from "./sign-in-error.ts";

/** Signs in with a passkey; null when the user or the device cancels. */
export async function signInWithPasskey(): Promise<"in" | null> {
  const options = await askAccount<PublicKeyCredentialRequestOptionsJSON>("auth/passkey/sign-in-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await ask(() => navigator.credentials.get({ publicKey }));
  if (!response) return null;
  await askAccount("auth/passkey/sign-in", { response });
  await login.report();
  return "in";
}

/** Adds a passkey to the account; null when the user or the device cancels. */
export async function addPasskey(name: string): Promise<"added" | null> {
  const options = await askAccount<PublicKeyCredentialCreationOptionsJSON>("auth/passkey/register-options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await ask(() => navigator.credentials.create({ publicKey }));
  if (!response) return null;
  await askAccount("auth/passkey/register", { name, response });
  return "added";
}

async function ask(start: () => Promise<Credential | null>): Promise<object | null> {
  try {
    const credential = await start();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    const isCancelled =
      error instanceof DOMException && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name);
    if (isCancelled) return null;
    throw asSignInError(error);
  }
}
