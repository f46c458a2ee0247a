import { expect, test } from "vitest";
import { fromMarkdown } from "./markdown/markdown.ts";
import { countWords, minutesToRead, toText } from "./text.ts";

test("text contains everything readable, one line per paragraph, cell and caption", () => {
  const markdown = [
    "## Heading",
    "One **bold**\\\nbreak",
    "- a\n  - b",
    "> quote\n>\n> <cite>A client</cite>",
    "| A | B |\n| --- | --- |\n| c | |",
    "```\ncode\n```",
    '![seen](p "A caption")',
    "@[video](https://vimeo.com/1)",
    "র‍্য।",
  ];
  const { doc } = fromMarkdown(markdown.join("\n\n"), { picture: (name) => name });
  expect(toText(doc)).toBe("Heading\nOne bold\nbreak\na\nb\nquote\nA client\nA\nB\nc\ncode\nA caption\nর‍্য।");
});

test("counts words in English and Bangla", () => {
  const cases: [string, number][] = [
    ["", 0],
    ["  –  … !", 0],
    ["One, two and three.", 4],
    ["don't re-use it’s 3.5 e-mails", 5],
    ["আমরা ওয়েবসাইট তৈরি করি।", 4],
    ["র‍্যাংক ক্‌ষ বিশ্ববিদ্যালয়ে ২০২৬ সালে", 5],
    ["বাংলা।ইংরেজি", 2],
    ["line\nline", 2],
  ];
  for (const [text, words] of cases) expect(countWords(text), text).toBe(words);
});

test("reading time is at least one minute", () => {
  expect([0, 290, 300, 1000].map(minutesToRead)).toEqual([1, 1, 2, 5]);
});
