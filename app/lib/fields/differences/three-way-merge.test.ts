import { expect, test } from "vitest";
import { describeFields } from "#app/lib/fields/field.ts";
import { group, line, list } from "#app/lib/fields/fields.ts";
import { findConflicts, mergeChoices } from "./three-way-merge.ts";

const form = describeFields({
  name: line("Name"),
  hero: group("Hero", { title: line("Title"), text: line("Text") }),
  steps: list("Steps", { title: line("Title") }),
});
const base = { name: "A", hero: { title: "T", text: "X" }, steps: [{ title: "1" }] };
const mine = { name: "A", hero: { title: "mine", text: "X" }, steps: [{ title: "mine" }] };
const theirs = { name: "B", hero: { title: "T", text: "theirs" }, steps: [{ title: "1" }, { title: "2" }] };

test("assigns a change of one side to that side, also within groups", () => {
  const conflicts = findConflicts(form, mine, theirs, base);
  expect(conflicts.map(({ name, label, changedBy }) => [name, label, changedBy])).toEqual([
    ["name", "Name", "theirs"],
    ["hero.title", "Hero, Title", "mine"],
    ["hero.text", "Hero, Text", "theirs"],
    ["steps", "Steps", "both"],
  ]);
});

test("applies the chosen values and preserves the others", () => {
  const chosen = new Map([
    ["hero.text", "theirs" as const],
    ["hero.title", "mine" as const],
    ["steps", "theirs" as const],
  ]);
  expect(mergeChoices(form, { ...mine, id: "1" }, theirs, chosen)).toEqual({
    id: "1",
    name: "A",
    hero: { title: "mine", text: "theirs" },
    steps: theirs.steps,
  });
});

test("does not create a group that neither side has", () => {
  const chosen = new Map([["name", "theirs" as const]]);
  expect(mergeChoices(form, { name: "A", hero: null }, { name: "B" }, chosen)).toEqual({
    name: "B",
    hero: null,
  });
});
