import { expect, test } from "vitest";
import { fromMarkdown } from "#app/rich-text/markdown/markdown.ts";
import { missingWords } from "./body.ts";

const docOf = (markdown: string) => fromMarkdown(markdown, { picture: () => null }).doc;

test("a word is lost as often as it is missing, wherever it stands", () => {
  const html =
    "<p>One <b>two</b> two three</p><!-- note --><table><tr><td>four</td><td>নদীর</td></tr></table>";
  expect(missingWords(html, docOf("One two\n\n- four"))).toEqual(["two", "three", "নদীর"]);
  expect(missingWords(html, docOf("Four. নদীর one, two: TWO three"))).toEqual([]);
});

test("markup within a word does not part it, and what no reader saw is no word", () => {
  const html = `<p>Mark<sup>up</sup> of<br>lines</p><script>hidden()</script><style>p{}</style>
https://youtu.be/abcdefghijk

[gallery ids="1,2"][caption id="a"]below[/caption]`;
  expect(missingWords(html, docOf("Markup of lines below"))).toEqual([]);
});
