import { expect, test } from "vitest";
import { formatReport, formatUndoReport } from "./format-report.ts";

const refused = (title: string, why = "it has been changed since.") => ({ id: title, title, why });

test("a rejected undo lists the entries and one shared reason", () => {
  const undo = () => formatUndoReport({ done: [], refused: [refused("Rain"), refused("Wind")] });
  expect(undo).toThrow("Not undone: “Rain” and “Wind”: it has been changed since.");
});

test("separates undone and rejected entries", () => {
  const { done } = formatUndoReport({ done: [{ id: "1", title: "Rain" }], refused: [refused("Wind")] });
  expect(done).toBe("Undone: “Rain”. Not undone: “Wind”: it has been changed since.");
});

test("lists at most three of many entries, and every reason", () => {
  const { done } = formatReport("Published", {
    undo: "x",
    done: [{ id: "1", title: "Rain" }],
    refused: [...["A", "B", "C", "D"].map((title) => refused(title)), refused("E", "It has no text.")],
  });
  expect(done).toBe(
    "Published “Rain”. Not changed: “A”, “B”, “C”, and 1 more: it has been changed since. “E”: It has no text.",
  );
});
