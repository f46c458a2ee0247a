import { expect, test } from "vitest";
import { openReport } from "../wordpress/report.ts";
import { NotImportable, openProblemCollector, wholeFile } from "./problems.ts";

const endless = "x".repeat(1_000_000);

test("shortens every text of a problem to fit a screen", () => {
  const collector = openProblemCollector();
  collector.note(wholeFile(endless), [endless], endless);
  collector.noteClash(wholeFile(endless), [endless], endless);
  expect(JSON.stringify(collector.problems).length).toBeLessThan(2500);
  expect(collector.problems.map(({ isClash }) => isClash)).toEqual([undefined, true]);
  const [problem] = new NotImportable([
    { file: endless, line: null, field: endless, message: endless, isClash: true },
  ]).problems;
  expect(JSON.stringify(problem).length).toBeLessThan(1200);
  expect(problem?.isClash).toBe(true);
});

test("shortens every text of a report to fit a screen", () => {
  const report = openReport();
  report.add(endless, endless, "It is short");
  report.add("Post 1", "status odd", "It is short");
  expect(JSON.stringify(report.lines[0]).length).toBeLessThan(1500);
  expect(report.lines[1]).toEqual({ item: "Post 1", what: "status odd", why: "It is short" });
});
