import { expect, test } from "vitest";
import { findPlainConnections, readEnv } from "./env.ts";

const warned = (variables: Record<string, string>) =>
  findPlainConnections(readEnv({ MAIL_FROM: "hello@kolpona.example", ...variables }, "/product")).map(
    (line) => line.split(":")[0],
  );

test.each<[string, Record<string, string>, string[]]>([
  ["a database elsewhere", { DATABASE_URL: "postgres://u:p@db.example/x" }, ["DATABASE_URL"]],
  ["one whose TLS is off", { DATABASE_URL: "postgres://u:p@db.example/x?sslmode=disable" }, ["DATABASE_URL"]],
  ["one with TLS", { DATABASE_URL: "postgres://u:p@db.example/x?sslmode=verify-full" }, []],
  ["one on this machine", { DATABASE_URL: "postgres://u:p@127.0.0.1:5432/x" }, []],
  ["one by a socket", { DATABASE_URL: "postgres://u@/x?host=/run/postgresql" }, []],
  ["a mail server elsewhere", { SMTP_URL: "smtp://mail.example:25" }, ["SMTP_URL"]],
  ["one with a password", { SMTP_URL: "smtp://u:p@mail.example:587" }, []],
  ["one with TLS", { SMTP_URL: "smtps://mail.example:465" }, []],
  ["one on this machine", { SMTP_URL: "smtp://localhost:25" }, []],
  ["a site without TLS", { PUBLIC_URL: "http://kolpona.example" }, ["PUBLIC_URL"]],
  ["one with TLS", { PUBLIC_URL: "https://kolpona.example" }, []],
  ["one on this machine", { PUBLIC_URL: "http://localhost:3000" }, []],
  ["a scanner elsewhere", { CLAMD: "scanner.example:3310" }, ["CLAMD"]],
  ["one on this machine", { CLAMD: "[::1]:3310" }, []],
  ["one by a socket", { CLAMD: "/run/clamav/clamd.ctl" }, []],
])("whoever starts the site hears of what would go in clear: %s", (_, variables, names) => {
  expect(warned(variables)).toEqual(names);
});
