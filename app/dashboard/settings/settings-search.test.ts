import { expect, test } from "vitest";
import { sections } from "#app/domain/company/sections.ts";
import { listSettings } from "./settings-index.ts";
import { searchSettings } from "./settings-search.ts";

test("lists every section once, in four groups", () => {
  const groups = listSettings();
  expect(groups).toHaveLength(4);
  const paths = groups.flatMap(({ entries }) => entries.map(({ path }) => path));
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toHaveLength(sections.length + 7);
  for (const { name } of sections) expect(paths).toContain(`/dashboard/settings/${name}`);
});

test.each([
  ["time zone", "/dashboard/settings/site"],
  ["TIMEZONE", "/dashboard/settings/site"],
  ["smtp", "/dashboard/settings/connections"],
  ["2fa", "/dashboard/settings/accounts"],
  ["session timeout", "/dashboard/settings/accounts"],
  ["facebook", "/dashboard/settings/links"],
  ["latitude", "/dashboard/settings/offices"],
  ["api key", "/dashboard/tokens"],
  ["wordpress", "/dashboard/settings/import"],
])("finds %s", (query, path) => {
  const found = searchSettings(listSettings(), query).flatMap(({ entries }) => entries);
  expect(found.map((one) => one.path)).toContain(path);
});

test("names the labels that match, and finds nothing for an unknown word", () => {
  const [group] = searchSettings(listSettings(), "latitude");
  expect(group?.entries[0]?.matches).toEqual(["Latitude"]);
  expect(searchSettings(listSettings(), "latitude xyzzy")).toEqual([]);
});
