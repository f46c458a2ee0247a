import { expect, test } from "vitest";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { saveValidFields } from "./read-entry-form.ts";

const refuse = (fields: Record<string, string>) =>
  new DomainError("invalid", "Please check these fields.", { fields });

/** Accepts a complete link and an unused title. */
async function save(input: Record<string, unknown>) {
  if (input.link === "https://") throw refuse({ link: "Enter a full web address" });
  if (input.title === "Taken") throw refuse({ title: "Another post has it" });
  return input;
}

test("valid fields are saved and the others are named", async () => {
  const { saved, refusal } = await saveValidFields(
    { title: "New", link: "https://", text: "Typed" },
    false,
    save,
  );
  expect(saved).toEqual({ title: "New", text: "Typed" });
  expect(refusal?.fields).toEqual({ link: "Enter a full web address" });
});

test("fields refused one after another are all named", async () => {
  const { saved, refusal } = await saveValidFields(
    { title: "Taken", link: "https://", text: "Typed" },
    false,
    save,
  );
  expect(saved).toEqual({ text: "Typed" });
  expect(Object.keys(refusal?.fields ?? {}).sort()).toEqual(["link", "title"]);
});

test("a new entry with a taken title gets a number", async () => {
  const { saved, refusal } = await saveValidFields({ title: "Taken", text: "Typed" }, true, save);
  expect(saved).toEqual({ title: "Taken (2)", text: "Typed" });
  expect(refusal?.fields).toEqual({ title: "Another post has it" });
});

test("valid values are saved without a refusal", async () => {
  expect(await saveValidFields({ title: "New" }, true, save)).toEqual({
    saved: { title: "New" },
    refusal: null,
  });
});

test("a refusal without a field, or one that repeats, is thrown", async () => {
  const stale = new DomainError("stale", "Somebody else has saved this.");
  await expect(saveValidFields({}, false, () => Promise.reject(stale))).rejects.toBe(stale);
  const never = refuse({ other: "Never fits" });
  await expect(saveValidFields({}, false, () => Promise.reject(never))).rejects.toBe(never);
});
