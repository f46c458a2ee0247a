import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider from "oidc-provider";

export interface OpenIdProvider {
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  stop(): void;
}

const clientId = "frontdesk-tests";
const clientSecret = "a secret of the tests alone";

/** A browser with this cookie gets pages that cut the tie to whoever opened them, as large providers do. */
export const isolatingCookie = "isolate";

/**
 * A real OpenID provider on loopback in Google's place. It signs in whoever types an e-mail address; one that begins with
 * "unverified" is not vouched for.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port could be had.");
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = createProvider(issuer);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.headers.cookie?.includes(`${isolatingCookie}=1`))
      response.setHeader("cross-origin-opener-policy", "same-origin");
    if (request.url?.startsWith("/sign-in/")) void signIn(provider, request, response);
    else void answer(request, response);
  });
  return {
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    stop: () => void server.close(),
  };
}

function createProvider(issuer: string): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ["http://localhost/api/auth/callback/google"],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ["for tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/sign-in/${interaction.uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: sub,
        email_verified: !sub.startsWith("unverified"),
        name: "Person of the provider",
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client?.clientId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // The sites of the tests get their ports late.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/(localhost|127\.0\.0\.1):\d+\/api\/auth\/callback\/google$/.test(uri);
  return provider;
}

/** One page: a form, and what it sends. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(form);
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const sent = new URLSearchParams(Buffer.concat(parts).toString());
  const result = sent.has("cancel")
    ? { error: "access_denied", error_description: "The person stopped." }
    : { login: { accountId: sent.get("email") ?? "" } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const form = `<!doctype html><html lang="en"><title>Provider of the tests</title>
<main><h1>Provider of the tests</h1><form method="post">
<label>Address <input name="email" type="email"></label> <button>Continue</button>
<button name="cancel" value="1" formnovalidate>Stop</button></form></main></html>`;
