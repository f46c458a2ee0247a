import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { sampleFolder } from "#app/ops/sample/sample.ts";
import { comparePrice } from "#app/site/pages/portfolio/price.ts";

const read = (name: string) => readFileSync(join(sampleFolder, name), "utf8");

/** The fields of every entry of a folder. */
function readEntries(folder: string) {
  const names = readdirSync(join(sampleFolder, folder));
  return names.map((name) => parse(read(`${folder}/${name}`).split("---\n")[1] ?? ""));
}

const settings = parse(read("settings.yaml"));
const cases = readEntries("portfolio");

test("every sample case study has two or more unique pictures", () => {
  const pictures = cases.flatMap(({ gallery }) => gallery);
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const { title, gallery } of cases) expect(gallery.length, title).toBeGreaterThan(1);
});

test("every sample case study states expected, maximum and paid price", () => {
  for (const { title, price } of cases) {
    expect(comparePrice(price), title).not.toBeNull();
    expect(comparePrice({ ...price, expected: price.ceiling })?.mark, title).not.toBe("over");
  }
});

test("sample people, offices and posts have pictures", () => {
  const withPictures = [
    ...settings.about.team,
    ...settings.offices,
    settings.contact.answers,
    ...readEntries("authors").map(({ cover }) => ({ picture: cover })),
    ...readEntries("blogs").map(({ cover }) => ({ picture: cover })),
    ...readEntries("clients").flatMap(({ featured, testimonial }) => (featured ? testimonial : [])),
  ];
  expect(withPictures.filter(({ picture }) => !picture)).toEqual([]);
});

test("every sample picture is in pictures.yaml and is used", () => {
  const described = parse(read("pictures.yaml")).map(({ file }: { file: string }) => file);
  expect(described.toSorted()).toEqual(readdirSync(join(sampleFolder, "pictures")).toSorted());
  const folders = ["authors", "blogs", "clients", "media", "portfolio"];
  const texts = folders.flatMap((folder) =>
    readdirSync(join(sampleFolder, folder)).map((name) => read(`${folder}/${name}`)),
  );
  texts.push(read("settings.yaml"));
  const unused = described.filter((file: string) => !texts.some((text) => text.includes(file)));
  expect(unused).toEqual([]);
});

test("all sample pages offer the same first step", () => {
  for (const { title, facts } of readEntries("services")) {
    const step = facts.find(({ label }: { label: string }) => label === "First step");
    expect(step?.value, title).toMatch(/^One hour, free\. Then two days at ৳24,000, deducted/);
  }
  const texts = JSON.stringify([settings.home.process, settings.contact.next]);
  expect(texts.match(/two days billed at ৳24,000, deducted if we build/gi)).toHaveLength(2);
});
