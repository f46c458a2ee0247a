import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { openJsonFile } from "./json-file.ts";
import { describeImportProblem, openProblemCollector } from "./problems.ts";

const folder = mkdtempSync(join(tmpdir(), "frontdesk-json-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function open(content: string | Uint8Array, chunkBytes?: number) {
  const path = join(folder, "site.json");
  writeFileSync(path, content);
  const collector = openProblemCollector();
  const json = await openJsonFile(path, "site.json", collector, chunkBytes);
  return { json, path, problems: collector.problems.map(describeImportProblem) };
}

test("finds every value of an object with any chunk size", async () => {
  const anyObject = fc.dictionary(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.jsonValue({ stringUnit: "binary" }),
  );
  const layouts = fc.constantFrom(undefined, 1, "\t", " \r\n");
  await fc.assert(
    fc.asyncProperty(
      anyObject,
      layouts,
      fc.integer({ min: 1, max: 64 }),
      async (value, space, chunkBytes) => {
        const text = JSON.stringify(value, null, space);
        const { json, problems } = await open(`\n ${text} \n`, chunkBytes);
        expect(problems).toEqual([]);
        const parsed: unknown = JSON.parse(text);
        expect(Object.fromEntries([...json.members].map(([name, span]) => [name, json.read(span)]))).toEqual(
          parsed,
        );
        for (const [name, { items }] of json.members)
          if (items !== null)
            expect(items.map((span) => json.read(span))).toEqual(Reflect.get(Object(parsed), name));
      },
    ),
    { numRuns: 200 },
  );
});

test("returns the line of every member and item", async () => {
  const text = '{\n "a": 1,\n "b":\n  [\n   {"x": [\n 1]},\n\n   "y"\n  ], "c": {\n "d":\n [7,\n 8] }\n}';
  for (const chunkBytes of [1, 5, 1000]) {
    const { json } = await open(text, chunkBytes);
    const [a, b, c] = ["a", "b", "c"].map((name) => json.members.get(name));
    expect([a?.line, b?.line, b?.items?.map(({ line }) => line), c?.line]).toEqual([2, 4, [5, 8], 9]);
    expect(c && json.lineOf(c, ["d", 1])).toBe(12);
  }
});

test.each([
  ["", /line 1: Write everything into one object/],
  ['{"a"', /^site.json, line 1: .*ends too early/],
  ['{"a": [1,\n 2', /^site.json, line 2: .*ends too early/],
  ['{"a": 1}\n\n x', /^site.json, line 3: This is not valid JSON from here on/],
  ['{"a": 1,\n "b": tru3}', /^site.json, line 2: This is not valid JSON/],
  ['{"a": 1\n "b": 2}', /^site.json, line 2: This is not valid JSON/],
  ['{"a": [1,]}', /line 1: This is not valid JSON/],
  ['{"a": "tab\there"}', /line 1: This is not valid JSON/],
  ["[1]", /line 1: Write everything into one object/],
  ['"text"', /line 1: Write everything into one object/],
  ['{"a": 1,\n "a": 2}', /line 2: “a” appears twice/],
  [`{"a": ${"[".repeat(100_000)}`, /line 1: Lists and objects are nested more than 200 levels/],
  [Buffer.from('{"a": "caf\xe9 au lait"}', "latin1"), /Save this file as UTF-8 text/],
])("rejects a file other than a JSON object with the line: %j", async (content, message) => {
  for (const chunkBytes of [3, 1000]) {
    const { json, problems } = await open(content, chunkBytes);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    expect(json.members.size).toBe(0);
  }
});

test("rejects a value over 64 MB before reading all of it", async () => {
  const { problems } = await open(`{"settings": "${"x".repeat(65_000_000)}"}`);
  expect(problems).toEqual(["site.json, line 1: A single value here is larger than 64 MB"]);
});

test("stops reading a file that has changed", async () => {
  const { json, path } = await open('{"a": [1, 2]}');
  const span = json.members.get("a");
  utimesSync(path, 1, 1);
  expect(() => span && json.read(span)).toThrow(/changed during the import/);
});

test("ignores a byte order mark", async () => {
  const { json, problems } = await open('\ufeff{"a": [7]}');
  const [seven] = json.members.get("a")?.items ?? [];
  expect([problems, seven && json.read(seven)]).toEqual([[], 7]);
});

test("reads the file once for all problems of a value", async () => {
  const keys = Array.from({ length: 300 }, (_, at) => `key${at}`);
  const value = { list: [Object.fromEntries(keys.map((key) => [key, [1, { deep: 2 }]]))] };
  const { json, path } = await open(JSON.stringify(value, null, 1));
  const [item] = json.members.get("list")?.items ?? [];
  if (!item) throw new Error("There is no item.");
  expect(json.lineOf(item, ["key0", 1, "deep"])).toBe(7);
  rmSync(path);
  for (const [at, key] of keys.entries()) {
    expect(json.lineOf(item, [key])).toBe(4 + 6 * at);
    expect(json.lineOf(item, [key, 1, "deep"])).toBe(7 + 6 * at);
    expect(json.lineOf(item, [key, 5])).toBe(4 + 6 * at);
  }
});
