import { expect, test } from "vitest";
import { formatReport, formatUndoReport } from "./format-report.ts";

const refused = (title: string, why = "it has been changed since.") => ({ id: title, title, why });

test("an undo that is refused names the entries and gives the reason once", () => {
  const undo = () => formatUndoReport({ done: [], refused: [refused("Rain"), refused("Wind")] });
  expect(undo).toThrow("Not undone: “Rain” and “Wind”: it has been changed since.");
});

test("what was undone and what was not are told apart", () => {
  const { done } = formatUndoReport({ done: [{ id: "1", title: "Rain" }], refused: [refused("Wind")] });
  expect(done).toBe("Undone: “Rain”. Not undone: “Wind”: it has been changed since.");
});

test("of many entries three are named, and two reasons are both given", () => {
  const { done } = formatReport("Published", {
    undo: "x",
    done: [{ id: "1", title: "Rain" }],
    refused: [...["A", "B", "C", "D"].map((title) => refused(title)), refused("E", "It has no text.")],
  });
  expect(done).toBe(
    "Published “Rain”. Not changed: “A”, “B”, “C”, and 1 more: it has been changed since. “E”: It has no text.",
  );
});
