import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import { siteTest } from "../support/site-test.ts";

const server = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

const test = siteTest(async (cleanups) => {
  const name = `least_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client(server);
  await admin.connect();
  cleanups.defer(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
  });
  await admin.query(
    `create role ${name} login password '${name}' nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
  );
  await admin.query(`create database ${name} owner ${name}`);
  await admin.query(`revoke all on database ${name} from public`);
  const url = new URL(server);
  [url.username, url.password, url.pathname] = [name, name, `/${name}`];
  const SECRET = "a secret for tests that is long enough";
  return { env: { DATABASE_URL: url.href, SECRET, SAMPLE_CONTENT: "off" } };
});

test("ASVS 13.2.2 the site needs privileges on its own database only", async ({ site }) => {
  const statuses = await Promise.all(
    ["/readyz", "/", "/blog", "/search?q=a"].map(async (path) => (await fetch(site.url + path)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 200]);
  const accepted = await fetch(`${site.url}/api/contact`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: site.url,
    },
    body: JSON.stringify({
      name: "Rahima Khatun",
      email: "rahima@shapla.example",
      message: "Please call me about a website.",
      consent: true,
    }),
  });
  expect(accepted.status).toBe(201);
  expect(site.output()).not.toContain('"level":"error"');
});
