import { request } from "node:http";
import { commonPassword, visitorAddress } from "./populated-database.ts";

export type Door = "sign-in" | "sign-up" | "forgot-password" | "newsletter";
export const doors: readonly Door[] = ["sign-in", "sign-up", "forgot-password", "newsletter"];

const paths: Record<Door, string> = {
  "sign-in": "/api/auth/sign-in",
  "sign-up": "/api/auth/sign-up",
  "forgot-password": "/api/auth/forgot-password",
  newsletter: "/api/subscribers",
};

/** Addresses with an account, and as many of the same length without one. */
export function knownAndUnknown(count: number): { known: string[]; unknown: string[] } {
  const makeAddresses = (localPart: string) =>
    Array.from({ length: count }, (_, n) => `${localPart}-${1000 + n}@shapla.example`);
  return { known: makeAddresses("rahima"), unknown: makeAddresses("nobody") };
}

/** Sends the request of an attacker who tests whether an address has an account. */
export function probeAccount(url: string, door: Door, email: string, n: number): Promise<RawAnswer> {
  const wrongPassword = "not the right password";
  const bodies: Record<Door, object> = {
    "sign-in": { email, password: wrongPassword },
    "sign-up": {
      name: "Somebody",
      email,
      consent: true,
      password: commonPassword,
      passwordAgain: commonPassword,
    },
    "forgot-password": { email },
    newsletter: { email, consent: true },
  };
  return post(`${url}${paths[door]}`, JSON.stringify(bodies[door]), {
    "x-forwarded-for": visitorAddress(n),
  });
}

export interface RawAnswer {
  status: number;
  /** Header pairs in the order received. */
  headers: [string, string][];
  body: string;
  milliseconds: number;
}

function post(address: string, body: string, headers: Record<string, string>): Promise<RawAnswer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const allHeaders = { "content-type": "application/json", ...headers };
    const outgoingRequest = request(address, { method: "POST", headers: allHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const { rawHeaders, statusCode = 0 } = response;
        const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
          index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
        );
        const milliseconds = performance.now() - startedAt;
        resolve({
          status: statusCode,
          headers: pairs,
          body: Buffer.concat(chunks).toString("latin1"),
          milliseconds,
        });
      });
    });
    outgoingRequest.on("error", reject).end(body);
  });
}
