import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

/** Opens a logger and collects its lines. */
function openLog() {
  let written = "";
  const write = (text: string) => {
    written += text;
  };
  const log = createLogger({ destination: { write } });
  return { log, lines: () => written.split("\n").filter((line) => line !== ""), written: () => written };
}

const forged = '\r\n{"level":"info","msg":"signed in"}\n\u2028\u001b[2J\u001b[31mred\u0007\0';

test("S3 escapes line breaks and terminal codes everywhere", () => {
  const { log, lines, written } = openLog();
  log.info({ path: forged, deep: { deeper: [forged] }, [forged]: 1 }, forged);
  log.error({ err: new Error(forged) }, "failed");
  log.child({ request: forged }).warn(forged);
  expect(lines()).toHaveLength(3);
  for (const line of lines()) expect(JSON.parse(line)).toHaveProperty("level");
  const controlCharacters = [...written()].filter((char) => char !== "\n" && char.charCodeAt(0) < 32);
  expect(controlCharacters).toEqual([]);
});

test("S3 shortens large fields, messages, errors and lists", () => {
  const { log, lines } = openLog();
  const huge = "x".repeat(1_000_000);
  log.info({ huge, list: Array(100_000).fill(huge), bytes: Buffer.alloc(1_000_000) }, huge);
  log.error({ err: new Error(huge, { cause: new Error(huge) }) }, huge);
  log.info(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index])));
  expect(lines()).toHaveLength(3);
  for (const line of lines()) expect(line.length).toBeLessThan(120_000);
});

test("S3 masks passwords, tokens, cookies and e-mail addresses", () => {
  const { log, written } = openLog();
  const secret = "hunter2-hunter2";
  const token = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
  const address = "rahim.uddin@mail.example";
  for (const name of [
    "password",
    "newPassword",
    "passwd",
    "passphrase",
    "token",
    "access-token",
    "resetToken",
    "accessTokens",
    "secret",
    "clientSecret",
    "cookie",
    "Cookie",
    "set-cookie",
    "authorization",
    "Authorization",
    "apiKey",
    "api_key",
    "api-key",
    "credentials",
    "otp",
    "code",
  ])
    log.info({ [name]: secret, inner: { [name]: { value: secret } }, list: [{ [name]: [secret] }] });
  log.info({ headers: { Authorization: `Bearer ${secret}` }, note: `Authorization: Bearer ${secret}` });
  log.info(`GET /reset-password?token=${secret}&email=${address} from ${address}`);
  log.info({ url: `/verify-email?code=${secret}`, encoded: `next=%2Freset%3Ftoken%3D${secret}` }, token);
  log.info({
    database: `postgres://frontdesk:${secret}@db.example:5432/x`,
    to: [address, `Rahim <${address}>`],
  });
  log.error({
    err: Object.assign(new Error(`no mail to ${address} with ${token}`), {
      password: secret,
      response: { token },
    }),
  });
  log.error(new Error(`password=${secret}`));
  log
    .child({ cookie: secret })
    .child({ user: address, password: secret })
    .info("%s signed in with %s", address, token);
  expect(written()).not.toContain("hunter2");
  expect(written()).not.toContain("eyJ");
  expect(written()).not.toContain("rahim");
});

test("preserves error details, status and path", () => {
  const { log, lines } = openLog();
  const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  log.error(
    { err: new TypeError("no rows", { cause }), status: 500, path: "/services/UI%2FUX-Design", ms: 1.5 },
    "failed",
  );
  expect(JSON.parse(lines()[0] ?? "")).toMatchObject({
    level: "error",
    msg: "failed",
    status: 500,
    path: "/services/UI%2FUX-Design",
    ms: 1.5,
    err: { type: "TypeError", message: "no rows", cause: { code: "ECONNREFUSED" } },
  });
  expect(JSON.parse(lines()[0] ?? "").err.stack).toContain("log.test.ts");
});

test("logs the code of a database error without its connection settings", () => {
  const { log, lines } = openLog();
  const client = {
    host: "db.internal",
    connectionParameters: { user: "frontdesk" },
  };
  for (const code of ["57P01", "57014", "08006"])
    log.error({ err: Object.assign(new Error("terminating connection"), { code, client }) }, "failed");
  expect(lines().map((line) => JSON.parse(line).err.code)).toEqual(["57P01", "57014", "08006"]);
  for (const line of lines()) expect(line).not.toContain("db.internal");
});

test("writes circular and unusual values without throwing", () => {
  const { log, lines } = openLog();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  log.info({
    circle,
    big: 10n,
    date: new Date(0),
    url: new URL("https://a.example/"),
    none: undefined,
    nothing: null,
    call() {},
  });
  expect(JSON.parse(lines()[0] ?? "")).toMatchObject({ big: "10", nothing: null, url: "https://a.example/" });
});
