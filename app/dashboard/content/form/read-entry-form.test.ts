import { expect, test } from "vitest";
import { DomainError } from "#app/platform/domain-error.ts";
import { saveWhatFits } from "./read-entry-form.ts";

const refuse = (fields: Record<string, string>) =>
  new DomainError("invalid", "Please check these fields.", { fields });

/** Saves what has a whole link and a title that is free. */
async function save(input: Record<string, unknown>) {
  if (input.link === "https://") throw refuse({ link: "Enter a full web address" });
  if (input.title === "Taken") throw refuse({ title: "Another post has it" });
  return input;
}

test("what can be saved is saved, and the other fields are named", async () => {
  const { saved, refusal } = await saveWhatFits(
    { title: "New", link: "https://", text: "Typed" },
    false,
    save,
  );
  expect(saved).toEqual({ title: "New", text: "Typed" });
  expect(refusal?.fields).toEqual({ link: "Enter a full web address" });
});

test("fields that are refused one after the other are all named", async () => {
  const { saved, refusal } = await saveWhatFits(
    { title: "Taken", link: "https://", text: "Typed" },
    false,
    save,
  );
  expect(saved).toEqual({ text: "Typed" });
  expect(Object.keys(refusal?.fields ?? {}).sort()).toEqual(["link", "title"]);
});

test("a new entry whose title is taken is kept under that title with a number", async () => {
  const { saved, refusal } = await saveWhatFits({ title: "Taken", text: "Typed" }, true, save);
  expect(saved).toEqual({ title: "Taken (2)", text: "Typed" });
  expect(refusal?.fields).toEqual({ title: "Another post has it" });
});

test("all that fits is saved without a word", async () => {
  expect(await saveWhatFits({ title: "New" }, true, save)).toEqual({
    saved: { title: "New" },
    refusal: null,
  });
});

test("what is no field's fault is refused as it was, and so is what never fits", async () => {
  const stale = new DomainError("stale", "Somebody else has saved this.");
  await expect(saveWhatFits({}, false, () => Promise.reject(stale))).rejects.toBe(stale);
  const never = refuse({ other: "Never fits" });
  await expect(saveWhatFits({}, false, () => Promise.reject(never))).rejects.toBe(never);
});
