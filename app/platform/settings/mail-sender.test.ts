import { expect, test } from "vitest";
import { parseMailbox } from "./mail-sender.ts";

test.each([
  ["hello@kolpona.example", { name: "", address: "hello@kolpona.example" }],
  ["<hello@kolpona.example>", { name: "", address: "hello@kolpona.example" }],
  ["Kolpona <hello@kolpona.example>", { name: "Kolpona", address: "hello@kolpona.example" }],
  ["কল্পনা সফটওয়্যার <hello@kolpona.example>", { name: "কল্পনা সফটওয়্যার", address: "hello@kolpona.example" }],
  ['"Kolpona, Ltd." <hello@kolpona.example>', { name: "Kolpona, Ltd.", address: "hello@kolpona.example" }],
  ["no-reply@localhost", { name: "", address: "no-reply@localhost" }],
])("reads the mailbox %s", (typed, mailbox) => {
  expect(parseMailbox(typed)).toEqual(mailbox);
});

test.each([
  "",
  "Kolpona",
  "Kolpona <hello>",
  "Kolpona hello@kolpona.example",
  "a@x.example, b@x.example",
  "Kolpona <a@x.example> <b@x.example>",
  "Kolpona <a@x.example>\r\nBcc: b@x.example",
  "Kol\r\npona <a@x.example>",
  "staff: a@x.example;",
  "a@-x.example",
])("rejects %j", (typed) => {
  expect(parseMailbox(typed)).toBeNull();
});
