// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { aReader, sendLead } from "#app/domain/leads/leads.fixture.ts";
import { dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { announced, inMain } from "#tests/support/dashboard/reading.ts";
import { createDraft, createTrashed } from "#tests/support/dashboard/records.ts";
import { aRow } from "#tests/support/library.ts";

test.beforeAll(async ({ dashboard }) => {
  for (const name of ["one", "two", "three", "four"]) {
    await aRow(dashboard.db, { name: `${name}.jpg` });
    await sendLead(dashboard.db, { name, email: `${name}@shapla.example` });
    await aReader(dashboard.db, `${name}@shapla.example`);
    await createDraft(dashboard, blog, { title: name });
    await createTrashed(dashboard, blog, { title: `${name} gone` });
  }
});

/** Lists of rows with one action each. Each last test removes a row, so files have only one action. */
const lists = [
  { path: "/dashboard/manageblog", action: "Archive" },
  { path: "/dashboard/call", action: "Resend confirmation" },
  { path: "/dashboard/trash", action: "Restore" },
  { path: "/dashboard/files", action: null },
  { path: "/dashboard/files?view=list", action: "Move to trash" },
  { path: "/dashboard/usercontactdata?folder=all", action: "Mark as waiting" },
];

const boxes = () =>
  inMain().getAllByRole<HTMLInputElement>("checkbox", { name: /^Select (?!all on this page)/ });
const selected = () => boxes().flatMap((box, at) => (box.checked ? [at] : []));
const bar = () => inMain().queryByRole("form", { name: "Selected rows" });

describe.each(lists)("$path", ({ path, action }) => {
  test("rows are selected singly, by range and all, with their number announced", async ({ dashboard }) => {
    const { user } = await dashboard.visit(path);
    const [first, , third] = boxes();
    if (!first || !third) throw new Error("The list has fewer than three rows.");
    expect(bar()).toBeNull();
    await user.click(first);
    expect(selected()).toEqual([0]);
    expect(bar()).toHaveTextContent("1 selected");
    expect(announced()).toContain("1 of 4 selected");
    await user.keyboard("{Shift>}");
    await user.click(third);
    await user.keyboard("{/Shift}");
    expect(selected()).toEqual([0, 1, 2]);
    expect(announced()).toContain("3 of 4 selected");
    await user.click(screen.getByRole("button", { name: "Select all on this page" }));
    expect(selected()).toEqual([0, 1, 2, 3]);
    expect(screen.queryByRole("button", { name: "Select all on this page" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(selected()).toEqual([]);
    expect(announced()).not.toContain("selected");
  });

  test("X selects the focused row, and Escape clears the selection", async ({ dashboard }) => {
    const { user } = await dashboard.visit(path);
    boxes()[1]?.focus();
    await user.keyboard("x");
    expect(selected()).toEqual([1]);
    await user.keyboard("{Escape}");
    expect(selected()).toEqual([]);
    expect(bar()).toBeNull();
  });

  test("selected rows are submitted, and the selection is cleared afterwards", async ({ dashboard }) => {
    if (action === null) return;
    const page = await dashboard.visit(path);
    boxes()[1]?.click();
    await page.settle();
    expect(selected()).toEqual([1]);
    await page.press(inMain().getByText(action, { selector: "form[aria-label] button" }));
    expect(announced()).toMatch(/\w/);
    expect(selected()).toEqual([]);
    expect(bar()).toBeNull();
  });
});
