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
    /certificate of PostgreSQL at db\.example is not signed by a known authority; give/,
  ],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /not signed by a known authority/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /is for another name; give/],
  ["CERT_HAS_EXPIRED", /has expired; renew it/],
])("12.3.2 describes a rejected certificate (%s) with its fix", (code, words) => {
  const error = Object.assign(new Error("self-signed certificate"), { code });
  const problem = describeDatabaseProblem(error, { databaseUrl, dataDir: "data" });
  expect(problem).toMatchObject({ isPlain: true, message: expect.stringMatching(/^DATABASE_URL: [^\n]*$/) });
  expect(String(problem)).toMatch(words);
  expect(String(problem)).not.toContain("hidden-word");
});

test("12.3.2 sends no credentials to a database without the required TLS", async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (part) => {
      received.push(part);
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
  // Only SSLRequest: a length and a code.
  expect(received.every((part) => part.equals(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))).toBe(true);
  server.close();
  await made.remove();
});
