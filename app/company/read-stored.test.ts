import { expect, test } from "vitest";
import { email, linkTarget, phoneNumber } from "#app/fields/fields.ts";
import { readStored } from "./settings.ts";
import { emptySettings } from "./settings-schema.ts";

test.each(["12", "call us", "+1", "123 / 124"])("A17 %s is no phone number", (typed) => {
  expect(phoneNumber("Phone").schema.safeParse(typed).success).toBe(false);
});

test.each([
  ["+8801700000142", "+880 1700 000142"],
  ["01700 000142", "+880 1700 000142"],
  ["+880 1700-000142", "+880 1700-000142"],
  ["", ""],
])("A17 %s is kept as %s", (typed, kept) => {
  expect(phoneNumber("Phone").schema.parse(typed)).toBe(kept);
});

test("L4 an address of the company is one that answers reach", () => {
  expect(email("E-mail").schema.safeParse("a@b, c@d.example").success).toBe(false);
  expect(email("E-mail").schema.parse(" hello@Kolpona.example ")).toBe("hello@kolpona.example");
  expect(email("E-mail").schema.parse("")).toBe("");
});

test.each(["//host.example", "/\\host.example", "https:///x", "https://", "\\\\host", "javascript:alert(1)"])(
  "L7 %s leads nowhere from a setting",
  (address) => expect(linkTarget("Link").schema.safeParse(address).success).toBe(false),
);

test.each(["/", "/contact?a=1#b", "https://pay.example/kolpona/invoice", "http://x.example"])(
  "%s is a link",
  (address) => expect(linkTarget("Link").schema.parse(address)).toBe(address),
);

test("a phone or e-mail that was let in before stays as it was, and the rest with it", () => {
  const { company } = emptySettings;
  const stored = { ...emptySettings, company: { ...company, name: "Kolpona", phone: "12", email: "a@b, c" } };
  expect(readStored(JSON.stringify(stored)).company).toMatchObject({
    name: "Kolpona",
    phone: "12",
    email: "a@b, c",
  });
});
