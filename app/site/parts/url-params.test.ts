import { expect, test } from "vitest";
import { found, notFound } from "./url-params.ts";

test("returns an entry, and responds with 404 without one", () => {
  expect(found({ entry: "the entry" })).toBe("the entry");
  expect(() => found(null)).toThrow(
    expect.objectContaining({ init: { status: 404, statusText: "Not Found" } }),
  );
  expect(notFound).toThrow();
});

test.each([
  [true, 301],
  [false, 308],
])("a former title (%s) redirects with %i", (isFormer, status) => {
  const look = () => found({ redirectTo: "/services/UI%2FUX-Design", isFormer });
  expect(look).toThrow(expect.objectContaining({ status }));
  try {
    look();
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    expect(answer.headers.get("location")).toBe("/services/UI%2FUX-Design");
  }
});
