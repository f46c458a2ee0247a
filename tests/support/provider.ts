import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** What the provider says of whoever signs in there. */
export interface Claims {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  [name: string]: unknown;
}

/** A provider of OpenID Connect on loopback, where everybody is `claims` and nothing is asked. */
export async function startProvider(redirectUri: string) {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const issuer = `http://127.0.0.1:${port}`;
  const state: { claims: Claims } = {
    claims: { sub: "g-1", email: "rahima@shapla.example", email_verified: true },
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: "site", client_secret: "a secret of the site", redirect_uris: [redirectUri] }],
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key for tests"] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...state.claims, sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: state.claims.sub } });
  });
  return {
    state,
    settings: {
      clientId: "site",
      clientSecret: "a secret of the site",
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    },
    /** Follows a sign-in there to the address it leads back to. */
    visit: (location: string) => follow(location, issuer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function follow(location: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = location, steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const next = new URL(answer.headers.get("location") ?? "http://none.invalid", url);
    if (next.origin !== issuer) {
      if (next.hostname === "none.invalid")
        throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
      return next;
    }
    url = next.href;
  }
  throw new Error("The provider leads round in circles.");
}
