import { expect, test } from "vitest";
import { readStored } from "./read-stored.ts";
import { emailSetting, linkSetting, tel } from "./setting.ts";
import { emptySettings } from "./settings-schema.ts";

test.each(["12", "call us", "+1", "123 / 124"])("A17 %s is no phone number", (typed) => {
  expect(tel("Phone").safeParse(typed).success).toBe(false);
});

test.each([
  ["+8801700000142", "+880 1700 000142"],
  ["01700 000142", "+880 1700 000142"],
  ["+880 1700-000142", "+880 1700-000142"],
  ["", ""],
])("A17 %s is kept as %s", (typed, kept) => {
  expect(tel("Phone").parse(typed)).toBe(kept);
});

test("L4 an address of the company is one that answers reach", () => {
  expect(emailSetting("E-mail").safeParse("a@b, c@d.example").success).toBe(false);
  expect(emailSetting("E-mail").parse(" hello@Kolpona.example ")).toBe("hello@kolpona.example");
  expect(emailSetting("E-mail").parse("")).toBe("");
});

test.each(["//host.example", "/\\host.example", "https:///x", "https://", "\\\\host", "javascript:alert(1)"])(
  "L7 %s leads nowhere from a setting",
  (address) => expect(linkSetting("Link").safeParse(address).success).toBe(false),
);

test.each(["/", "/contact?a=1#b", "https://pay.example/kolpona/invoice", "http://x.example"])(
  "%s is a link",
  (address) => expect(linkSetting("Link").parse(address)).toBe(address),
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
