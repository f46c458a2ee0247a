import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider from "oidc-provider";

/** Claims about the user who signs in. */
export interface Claims {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  [name: string]: unknown;
}

export interface OpenIdProvider extends AsyncDisposable {
  settings: { clientId: string; clientSecret: string; discoveryUrl: string };
  /** Once set, every sign-in returns these claims without a form. */
  state: { claims: Claims | null };
  stop(): void;
}

const client = { clientId: "frontdesk-tests", clientSecret: "a secret of the tests alone" };

/** Cookie that makes the provider send Cross-Origin-Opener-Policy, as large providers do. */
export const isolatingCookie = "isolate";

/**
 * OpenID provider on loopback in place of Google. It signs in any typed email address; one that begins with "unverified" is not
 * verified.
 */
export async function startOpenIdProvider(claims: Claims | null = null): Promise<OpenIdProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No free port.");
  const issuer = `http://127.0.0.1:${address.port}`;
  const state = { claims };
  const provider = createProvider(issuer, state);
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (request.headers.cookie?.includes(`${isolatingCookie}=1`))
      response.setHeader("cross-origin-opener-policy", "same-origin");
    if (!request.url?.startsWith("/sign-in/")) void handle(request, response);
    else if (state.claims) void finish(provider, request, response, state.claims.sub);
    else void signIn(provider, request, response);
  });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const settings = { ...client, discoveryUrl: `${issuer}/.well-known/openid-configuration` };
  return { settings, state, stop, [Symbol.asyncDispose]: async () => stop() };
}

function createProvider(issuer: string, state: OpenIdProvider["state"]): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
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
      claims: () => ({ ...(state.claims ?? claimsOf(sub)), sub }),
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
  // The ports of test sites are unknown at this point.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^(http:\/\/(localhost|127\.0\.0\.1):\d+|https:\/\/www\.company\.example)\/api\/auth\/callback\/google$/.test(
      uri,
    );
  return provider;
}

function claimsOf(email: string) {
  return { email, email_verified: !email.startsWith("unverified"), name: "Person of the provider" };
}

/** Shows the sign-in form and handles its submission. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(form);
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const sent = new URLSearchParams(Buffer.concat(parts).toString());
  await finish(provider, request, response, sent.has("cancel") ? null : (sent.get("email") ?? ""));
}

/** Completes the sign-in. @param accountId null if the user cancelled */
async function finish(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  accountId: string | null,
): Promise<void> {
  const result =
    accountId === null
      ? { error: "access_denied", error_description: "The person stopped." }
      : { login: { accountId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const form = `<!doctype html><html lang="en"><title>Provider of the tests</title>
<main><h1>Provider of the tests</h1><form method="post">
<label>Address <input name="email" type="email"></label> <button>Continue</button>
<button name="cancel" value="1" formnovalidate>Stop</button></form></main></html>`;
