import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

test("uses local defaults without any variable", () => {
  const env = readEnv({}, "/product");
  expect(env).toMatchObject({
    port: 3000,
    host: "localhost",
    dataDir: "/product/data",
    databaseUrl: null,
    sampleContent: true,
    trustProxy: [],
  });
  expect(env.publicUrl.href).toBe("http://localhost:3000/");
});

test.each([
  [{ TRUST_PROXY: "10.0.0.0/99" }, /^TRUST_PROXY: /],
  [{ TRUST_PROXY: "fd00::/200" }, /^TRUST_PROXY: /],
  [{ TIME_ZONE: "Dhaka" }, /^TIME_ZONE: /],
  [{ PORT: "0x50" }, /^PORT: /],
  [{ PORT: "70000" }, /^PORT: /],
  [{ PUBLIC_URL: "ftp://x.example" }, /^PUBLIC_URL: /],
  [{ PUBLIC_URL: "https://x.example/?a" }, /^PUBLIC_URL: /],
  [{ PUBLIC_URL: "https://x.example/site" }, /^PUBLIC_URL: /],
  [{ NODE_ENV: "production" }, /^PUBLIC_URL: /],
  [{ DATABASE_URL: "sqlite://x" }, /^DATABASE_URL: /],
  [{ SAMPLE_CONTENT: "maybe" }, /^SAMPLE_CONTENT: /],
  [{ TRUST_PROXY: "10.0.0.1/8/8" }, /^TRUST_PROXY: /],
  [{ TRUST_PROXY: "proxy" }, /^TRUST_PROXY: /],
  [{ METRICS_TOKEN: "tooshort" }, /^METRICS_TOKEN: /],
  [{ BACKUP_INCREMENTS: "5" }, /^BACKUP_INCREMENTS: .*set BACKUP_URL/],
  [{ BACKUP_INCREMENTS: "0", BACKUP_URL: "/mnt/backups" }, /^BACKUP_INCREMENTS: give the minutes/],
  [{ FILES_URL: "s3://bucket" }, /^FILES_URL: /],
  [{ FILES_URL: "https://k:s@bucket.example" }, /^FILES_URL: /],
  [{ FILES_URL: "s3://k:s@b" }, /^FILES_URL: /],
  [{ FILES_URL: "s3://k:s%zz@bucket" }, /^FILES_URL: /],
  [{ FILES_URL: "s3://k:s@bucket/a%2F..%2Fb c" }, /^FILES_URL: /],
  [{ FILES_URL: "s3://k:s@bucket?endpoint=http://storage.example" }, /^FILES_URL: /],
  [{ FILES_URL: "s3://k:s@bucket?endpoint=https://storage.example/path" }, /^FILES_URL: /],
  [{ FILES_URL: "s3://k:s@bucket?acl=public" }, /^FILES_URL: /],
  [{ SECRET: "too short" }, /^SECRET: /],
  [{ GOOGLE_CLIENT_ID: "x" }, /^GOOGLE_CLIENT_SECRET: /],
  [{ GOOGLE_CLIENT_SECRET: "x" }, /^GOOGLE_CLIENT_ID: /],
  [{ GOOGLE_DISCOVERY_URL: "https://id.example" }, /^GOOGLE_CLIENT_ID: /],
  [
    { GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "x", GOOGLE_DISCOVERY_URL: "http://id.example" },
    /^GOOGLE_DISCOVERY_URL: /,
  ],
  [
    { GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "x", GOOGLE_DISCOVERY_URL: "id.example" },
    /^GOOGLE_DISCOVERY_URL: /,
  ],
  [{ ADMIN_EMAIL: "a@b.example" }, /^ADMIN_PASSWORD: /],
  [{ ADMIN_PASSWORD: "x" }, /^ADMIN_EMAIL: /],
  [{ SMTP_URL: "https://mail.example" }, /^SMTP_URL: /],
  [{ SMTP_URL: "smtp://mail.example:587/?pool=1" }, /^SMTP_URL: /],
  [{ SMTP_URL: "smtp://user@mail.example" }, /^SMTP_URL: /],
  [{ SMTP_URL: "smtp://u:p%zz@mail.example" }, /^SMTP_URL: /],
  [{ SMTP_URL: "smtp://mail.example" }, /^MAIL_FROM: /],
  [{ MAIL_FROM: "Kolpona" }, /^MAIL_FROM: /],
])("S4 rejects %o with the name of the variable", (variables, message) => {
  expect(() => readEnv(variables, "/product")).toThrow(message);
});

test("treats an empty variable as unset", () => {
  expect(readEnv({ PORT: " ", DATABASE_URL: "" }, "/product")).toMatchObject({
    port: 3000,
    databaseUrl: null,
  });
});

test("reads the mail server and the sender address", () => {
  const env = readEnv(
    { SMTP_URL: "smtps://u:p%40ss@mail.example", MAIL_FROM: "Kolpona <hello@kolpona.example>" },
    "/",
  );
  expect(env.smtpUrl?.host).toBe("mail.example");
  expect(env.mailFrom).toEqual({ name: "Kolpona", address: "hello@kolpona.example" });
});

test.each([
  ["http://localhost:3000", "no-reply@localhost"],
  ["https://www.kolpona.example", "no-reply@www.kolpona.example"],
  ["http://127.0.0.1:3000", "no-reply@localhost"],
  ["http://[::1]:3000", "no-reply@localhost"],
])("at %s, mail to a folder has the sender %s", (PUBLIC_URL, address) => {
  const { smtpUrl, mailFrom } = readEnv({ PUBLIC_URL }, "/");
  expect({ smtpUrl, mailFrom }).toEqual({ smtpUrl: null, mailFrom: { name: "Frontdesk", address } });
});

test("reads bucket keys from the URL or the AWS variables", () => {
  const own = "s3://KEY:a%2Fb@kolpona-files/site/?endpoint=https://storage.kolpona.example:9000&region=ap-1";
  expect(readEnv({ FILES_URL: own }, "/").bucket).toEqual({
    name: "kolpona-files",
    prefix: "site/",
    region: "ap-1",
    keyId: "KEY",
    secret: "a/b",
    endpoint: new URL("https://storage.kolpona.example:9000"),
  });
  const keys = { AWS_ACCESS_KEY_ID: "K", AWS_SECRET_ACCESS_KEY: "S" };
  expect(readEnv({ FILES_URL: "s3://kolpona-files?region=ap-1", ...keys }, "/").bucket).toMatchObject({
    prefix: "",
    keyId: "K",
    secret: "S",
    endpoint: new URL("https://s3.ap-1.amazonaws.com"),
  });
  expect(readEnv({}, "/")).toMatchObject({ bucket: null, filesInDatabase: false });
  const inDatabase = { FILES_URL: "postgres:", DATABASE_URL: "postgres://db.company.example/site" };
  expect(readEnv(inDatabase, "/")).toMatchObject({ bucket: null, filesInDatabase: true });
  expect(() => readEnv({ FILES_URL: "postgres:" }, "/")).toThrow(/FILES_URL: .*set DATABASE_URL/);
});

test("MAIL accepts folder and ignores a mailbox path", () => {
  const read = (MAIL: string) => readEnv({ MAIL }, "/").mailToFolder;
  expect(["folder", "Folder", "/var/mail/root"].map(read)).toEqual([true, true, false]);
  expect(() => read("files")).toThrow("MAIL");
});
