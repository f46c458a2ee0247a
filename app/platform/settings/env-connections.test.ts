import { expect, test } from "vitest";
import { findUnencryptedConnections, readEnv } from "./env.ts";

const warned = (variables: Record<string, string>) =>
  findUnencryptedConnections(readEnv({ MAIL_FROM: "hello@kolpona.example", ...variables }, "/product")).map(
    (line) => line.split(":")[0],
  );

test.each<[string, Record<string, string>, string[]]>([
  ["a remote database", { DATABASE_URL: "postgres://u:p@db.example/x" }, ["DATABASE_URL"]],
  [
    "a database without TLS",
    { DATABASE_URL: "postgres://u:p@db.example/x?sslmode=disable" },
    ["DATABASE_URL"],
  ],
  ["a database with TLS", { DATABASE_URL: "postgres://u:p@db.example/x?sslmode=verify-full" }, []],
  ["a local database", { DATABASE_URL: "postgres://u:p@127.0.0.1:5432/x" }, []],
  ["a database on a socket", { DATABASE_URL: "postgres://u@/x?host=/run/postgresql" }, []],
  ["a remote mail server", { SMTP_URL: "smtp://mail.example:25" }, ["SMTP_URL"]],
  ["a mail server with a password", { SMTP_URL: "smtp://u:p@mail.example:587" }, []],
  ["a mail server with TLS", { SMTP_URL: "smtps://mail.example:465" }, []],
  ["a local mail server", { SMTP_URL: "smtp://localhost:25" }, []],
  ["a site without TLS", { PUBLIC_URL: "http://kolpona.example" }, ["PUBLIC_URL"]],
  ["a site with TLS", { PUBLIC_URL: "https://kolpona.example" }, []],
  ["a local site", { PUBLIC_URL: "http://localhost:3000" }, []],
  ["a remote scanner", { CLAMD: "scanner.example:3310" }, ["CLAMD"]],
  ["a local scanner", { CLAMD: "[::1]:3310" }, []],
  ["a scanner on a socket", { CLAMD: "/run/clamav/clamd.ctl" }, []],
])("warns about unencrypted connections: %s", (_, variables, names) => {
  expect(warned(variables)).toEqual(names);
});
