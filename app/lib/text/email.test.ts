import { expect, test } from "vitest";
import { emailKey, emailSchema, parseEmail } from "./email.ts";

test.each([
  ["rahim@shapla.example", "rahim@shapla.example"],
  ["  Rahim.Uddin+web@Shapla.Example\u00a0", "Rahim.Uddin+web@shapla.example"],
  ["\u202arahim@shapla.example\u202c", "rahim@shapla.example"],
  ["rahim@\u200bshapla.example\ufeff", "rahim@shapla.example"],
  ["o'neil@mail.shapla.example", "o'neil@mail.shapla.example"],
  ["a@bücher.example", "a@xn--bcher-kva.example"],
  ["a@bu\u0308cher.example", "a@xn--bcher-kva.example"],
  ["a@xn--bcher-kva.example", "a@xn--bcher-kva.example"],
  ["info@ডট.বাংলা", "info@xn--z5bd.xn--54b7fta0cc"],
])("I8 parses %s as %s", (typed, address) => {
  expect(parseEmail(typed)).toEqual({ address });
});

test.each([
  ["", /such as/],
  [`a${" ".repeat(300_000)}b`, /254/],
  [" \u00a0", /such as/],
  ["rahim", /such as/],
  ["@shapla.example", /such as/],
  ["a@", /such as/],
  ["a@b", /such as/],
  ["a@b..c", /such as/],
  ["a..b@c.example", /such as/],
  [".a@c.example", /such as/],
  ["a.@c.example", /such as/],
  ['"a b"@c.d', /spaces/],
  ['"ab"@c.example', /such as/],
  ["a@[127.0.0.1]", /such as/],
  ["a@127.0.0.1", /such as/],
  ["a@[IPv6:::1]", /such as/],
  ["a@evil.test,b@x.test", /one e-mail/],
  ["a@evil.test;b@x.test", /one e-mail/],
  ["a@x.test\r\nBcc:z", /line ends/],
  ["a@x.test\n", /line ends/],
  ["a@x.test\0", /line ends/],
  ["a@b@c.example", /such as/],
  ["a＠shapla.example", /plain sign/],
  ["a@ｓhapla.example", /such as/],
  ["a@shapla。example", /such as/],
  ["a@shapla%2eexample", /such as/],
  ["a@-shapla.example", /such as/],
  ["Rahim <a@shapla.example>", /spaces/],
  ["<a@shapla.example>", /such as/],
  ["a@shapla.example(x)", /such as/],
  ["rаhim@shapla.example", /such as/],
  [`${"a".repeat(65)}@shapla.example`, /too long/],
  [`a@${"b".repeat(64)}.example`, /such as/],
  [`abc@${`${"b".repeat(60)}.`.repeat(4)}example`, /254/],
])("I8 rejects %j with a message", (typed, sentence) => {
  expect(parseEmail(typed)).toEqual({ wrong: expect.stringMatching(sentence) });
});

test("I8 case does not distinguish mailboxes; plus and dots do", () => {
  expect(emailKey("Rahim@shapla.example")).toBe(emailKey("rahim@shapla.example"));
  expect(emailKey("ra.him@shapla.example")).not.toBe(emailKey("rahim@shapla.example"));
});

test.each([
  [["a@x.example"]],
  [{ address: "a@x.example" }],
  [1],
  [null],
  [undefined],
  ["x".repeat(1_000_000)],
])("I8 rejects a value other than text without throwing", (value) => {
  expect(emailSchema().safeParse(value).success).toBe(false);
});
