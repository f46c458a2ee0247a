import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { makeDatabase, testSecret } from "#tests/support/database.ts";
import { describeDatabaseProblem } from "./database-problem.ts";
import { openUpToDate } from "./open-up-to-date.ts";

const databaseUrl = "postgres://site:hidden-word@db.example/site?sslmode=verify-full";

test.each([
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    /nobody known vouches for the certificate of PostgreSQL at db\.example; give/,
  ],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /nobody known vouches/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /is for another name; give/],
  ["CERT_HAS_EXPIRED", /has expired; renew it/],
])("12.3.2 a certificate that is refused (%s) is one line with how to fix it", (code, words) => {
  const error = Object.assign(new Error("self-signed certificate"), { code });
  const told = describeDatabaseProblem(error, { databaseUrl, dataDir: "data" });
  expect(told).toMatchObject({ isPlain: true, message: expect.stringMatching(/^DATABASE_URL: [^\n]*$/) });
  expect(String(told)).toMatch(words);
  expect(String(told)).not.toContain("hidden-word");
});

test("12.3.2 a database that offers no TLS gets neither user nor password where TLS is asked for", async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (part) => {
      heard.push(part);
      socket.write("N"); // the answer to SSLRequest (PostgreSQL, Message Flow, "SSL Session Encryption")
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  const made = await makeDatabase("sqlite");
  const address = `postgres://site:hidden-word@127.0.0.1:${port}/site?sslmode=verify-full`;
  const env = { ...made.env, databaseUrl: address, secret: testSecret };
  await expect(openUpToDate(env, { holder: "a test" })).rejects.toMatchObject({
    isPlain: true,
    message: expect.stringMatching(/^DATABASE_URL: .* offers no TLS; turn it on there/),
  });
  // A length and a number that asks for TLS, and nothing else.
  expect(heard.every((part) => part.equals(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))).toBe(true);
  server.close();
  await made.remove();
});
