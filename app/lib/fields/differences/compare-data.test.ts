import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { describeFields } from "#app/lib/fields/field.ts";
import { compareData, type FieldDifference, isSame } from "./compare-data.ts";

const text = (words: string, ...marks: object[]) => ({
  type: "text",
  text: words,
  ...(marks.length > 0 ? { marks } : {}),
});
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const doc = (...content: object[]) => ({ type: "doc", content });
const heading = (level: number, words: string) => ({
  type: "heading",
  attrs: { level },
  content: [text(words)],
});

const signs = { same: ["", ""], gone: ["[-", "-]"], new: ["{+", "+}"] };

function write({ label, blocks }: FieldDifference): string[] {
  return blocks.map(({ change, kind, depth, pieces }) => {
    const words = pieces
      .map((piece) => signs[piece.change][0] + piece.text + signs[piece.change][1])
      .join("");
    return `${label} ${change}: ${"  ".repeat(depth)}${kind ? `<${kind}> ` : ""}${words}`;
  });
}

const compare = (
  kind: typeof blog | typeof service | typeof client,
  before: object,
  after: object,
  names = {},
) => compareData(describeFields(kind.fields), before as never, after as never, names).flatMap(write);

test("compares rich text block by block and rewritten blocks word by word", () => {
  const before = doc(
    heading(2, "Who owns the code?"),
    paragraph(text("You do, from the first day.")),
    paragraph(text("It lies in an account with your name on it.")),
    { type: "bulletList", content: [{ type: "listItem", content: [paragraph(text("one"))] }] },
  );
  const after = doc(
    heading(3, "Who owns the code?"),
    paragraph(text("You do, from the very first day.")),
    { type: "blockquote", content: [paragraph(text("Ask them."))], attrs: { cite: "Rahima" } },
    paragraph(text("It lies in an account with your name on it.")),
    {
      type: "bulletList",
      content: [
        { type: "listItem", content: [paragraph(text("one"))] },
        { type: "listItem", content: [paragraph(text("two"))] },
      ],
    },
  );
  expect(compare(blog, { body: before }, { body: after })).toEqual([
    "Text formatting: <Heading 2, now Heading 3> Who owns the code?",
    "Text changed: You do, from the {+very +}first day.",
    "Text new: <Quote> {+Ask them.+}",
    "Text new: <Quoted from> {+Rahima+}",
    "Text same: It lies in an account with your name on it.",
    "Text same:   <•> one",
    "Text new:   <•> {+two+}",
  ]);
});

test("reports a change of formatting or of a link address alone", () => {
  const plain = doc(paragraph(text("Read this")));
  const bold = doc(paragraph(text("Read "), text("this", { type: "bold" })));
  const link = (href: string) => doc(paragraph(text("Read this", { type: "link", attrs: { href } })));
  expect(compare(blog, { body: plain }, { body: bold })).toEqual(["Text formatting: Read this"]);
  expect(compare(blog, { body: link("/a") }, { body: link("/b") })).toEqual([
    "Text changed: Read this (/[-a-]{+b+})",
  ]);
});

test("reports a rewritten paragraph as two pieces, unchanged punctuation included", () => {
  const paragraphs = (words: string) => ({ body: doc(paragraph(text(words))) });
  expect(
    compare(blog, paragraphs("A client had new pages, a PDF."), paragraphs("Nothing of that, a word.")),
  ).toEqual(["Text changed: [-A client had new pages, a PDF.-]{+Nothing of that, a word.+}"]);
  expect(
    compare(blog, paragraphs("Ask one, two of us now here"), paragraphs("Ask six, ten of us now here")),
  ).toEqual(["Text changed: Ask [-one, two -]{+six, ten +}of us now here"]);
});

test("shows pictures, categories and entries by name", () => {
  const names = {
    "f-1": "mill.jpg",
    "f-2": "boat.jpg",
    "c-1": "Design",
    "c-2": "Code",
    "e-1": "Meghna Ferries",
  };
  const before = {
    cover: "f-1",
    categories: ["c-1"],
    body: doc({ type: "image", attrs: { file: "f-1", alt: "A mill" } }),
  };
  const after = {
    cover: "f-2",
    categories: ["c-1", "c-2"],
    body: doc({ type: "image", attrs: { file: "gone" } }),
  };
  expect(compare(blog, before, after, names)).toEqual([
    "Cover picture changed: [-mill.jpg-]{+boat.jpg+}",
    "Categories same: Design",
    "Categories new: {+Code+}",
    "Text changed: <Picture> [-mill.jpg, described as “A mill”-]{+a deleted item+}",
  ]);
  expect(compare(service, { work: [] }, { work: ["e-1"] }, names)).toEqual([
    "Case studies new: {+Meghna Ferries+}",
  ]);
});

test("compares rows and groups by part, flags as words, lines separately", () => {
  const row = (title: string, words: string) => ({ title, text: words });
  expect(
    compare(
      service,
      { features: [row("Fast", "a\nb")] },
      { features: [row("New", ""), row("Fast", "a\nc")] },
    ),
  ).toEqual([
    "Features new: <Title> {+New+}",
    "Features same: <Title> Fast",
    "Features same: <Text> a",
    "Features changed: <Text> [-b-]{+c+}",
  ]);
  const testimonial = (quote: string) => ({ quote, name: "Rahima", role: "" });
  expect(
    compare(
      client,
      { featured: false, testimonial: testimonial("Good") },
      { featured: true, testimonial: testimonial("Very good") },
    ),
  ).toEqual([
    "Testimonial changed: <Quote> [-Good-]{+Very good+}",
    "Testimonial same: <Name> Rahima",
    "Featured changed: [-No-]{+Yes+}",
  ]);
});

test("ignores the order of keys and the form of emptiness", () => {
  expect(isSame({ a: 1, b: { c: null, d: [] } }, { b: {}, a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame("", undefined)).toBe(false);
  const one = doc({ type: "codeBlock", attrs: { language: null }, content: [text("x")] });
  const other = { content: [{ content: [text("x")], type: "codeBlock" }], type: "doc" };
  expect(compare(blog, { body: one }, { body: other })).toEqual([]);
});

test("reports 100 edits in 5,000 words one by one", () => {
  const words = (n: number, edit: boolean) =>
    Array.from({ length: 50 }, (_, w) => (edit && w === 7 ? `edit${n}` : `w${(n * 50 + w) % 700}`)).join(" ");
  const text5000 = (edit: boolean) =>
    doc(...Array.from({ length: 100 }, (_, n) => paragraph(text(words(n, edit)))));
  const differences = compare(blog, { body: text5000(false) }, { body: text5000(true) });
  expect(differences).toHaveLength(100);
  expect(differences.every((line) => /^Text changed: .*\[-w\d+ -\]\{\+edit\d+ \+\}/.test(line))).toBe(true);
});

test("accepts half-typed values of any shape", () => {
  const strange = { title: 5, body: "no doc", categories: "one", seo: null, cover: {}, tags: [null, 3] };
  expect(() => compare(blog, strange, { title: "x" })).not.toThrow();
});
