import { expect, test } from "vitest";
import { toMarkdown } from "../markdown/markdown.ts";
import { richTextSchema } from "../schema/schema.ts";
import { fromClipboard } from "./from-clipboard.ts";
import { hostileHtml } from "./hostile.samples.ts";
import { parseHtml } from "./html-parse.ts";

/** Clipboard HTML of Word 16 for Windows, shortened. */
const fromWordSample = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:12.0pt; font-family:"Aptos",sans-serif;} @list l0 {mso-list-id:1145467102;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoTitle><span lang=EN-US style='mso-ansi-language:EN-US'>What a ledger
weighs<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US>We weighed <b style='mso-bidi-font-weight:normal'>nine
mills</b> and <i>one</i> <u>ferry</u>, and <s>none</s> <span style='color:red;background:yellow;mso-highlight:yellow'>some</span> of it is <a
href="https://www.google.com/url?q=https%3A%2F%2Fmills.example%2Ffigures&amp;sa=D">public</a><span class=MsoCommentReference><span style='mso-special-character:comment;display:none;mso-hide:all'>[RK1]</span></span>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<h2><span lang=EN-US>In short<o:p></o:p></span></h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Rice<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><!--[if !supportLists]--><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]-->Boiled<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Raw</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Jute, <b>dry</b> <i>and</i> wet</p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span>Weigh</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span>Write</p>
<p class=MsoNormal>A picture: <!--[if gte vml 1]><v:shape id="Picture_x0020_1" style='width:99pt'><v:imagedata src="file:///C:/Temp/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=132 height=98 src="file:///C:/Temp/clip_image002.jpg" v:shapes="Picture_x0020_1"><![endif]></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>Mill<o:p></o:p></b></p></td><td width=301 valign=top><p class=MsoNormal><b>Tons</b></p></td></tr>
 <tr><td width=301><p class=MsoNormal>Padma<o:p></o:p></p></td><td><p class=MsoNormal>41</p></td></tr>
</table>
<!--EndFragment-->
</body></html>`;

/** Clipboard HTML of Google Docs, with shortened styles. */
const fromDocsSample = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b2c3d4e-7fff-1111-2222-333344445555"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">নদীর খাতা</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">Plain, </span><span style="font-weight:700;font-style:normal;">bold</span><span style="font-weight:400;">, </span><span style="font-weight:400;font-style:italic;">leaning</span><span> and </span><a href="https://kolpona.example/services/Web-Development" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;">our own page</span></a><span style="font-weight:400;text-decoration:line-through;"> gone</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>Within</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:338px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXd" width="602" height="338" style="margin-left:0px;" /></span></span></p><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;"><p dir="ltr"><span style="font-weight:400;">A</span></p></td><td style="border-left:solid #000000 1pt;"><br /></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

function paste(html: string) {
  const { doc, left } = fromClipboard(parseHtml(html).nodes, "https://kolpona.example");
  expect(richTextSchema.safeParse(doc).error).toBeUndefined();
  return { doc, left, markdown: toMarkdown(doc, { picture: (id) => id }) };
}

test("keeps titles, nested lists, numbers, styles, links and tables from Word", () => {
  const { markdown, left } = paste(fromWordSample);
  expect(markdown).toBe(`## What a ledger weighs

We weighed **nine mills** and _one_ <u>ferry</u>, and ~~none~~ some of it is [public](https://mills.example/figures).

## In short

- Rice
  - Boiled
  - Raw
- Jute, **dry** _and_ wet

3. Weigh
4. Write

A picture:

${tableOf([
  ["**Mill**", "**Tons**"],
  ["Padma", "41"],
])}
`);
  expect(left).toEqual([{ what: "picture file:///C:/Temp/clip_image002.jpg", count: 1 }]);
});

test("ignores Google Docs' outer bold and keeps lists, links and tables", () => {
  const { markdown, left } = paste(fromDocsSample);
  expect(markdown).toBe(`## নদীর খাতা

Plain, <strong>bold</strong>, <em>leaning</em> and <a href="/services/Web-Development">our own page</a><s> gone</s>

- One
  - Within
- Two

${tableOf([["A", "<p></p>"]])}
`);
  expect(left.map(({ count }) => count)).toEqual([1]);
});

test("opens pasted links in the same tab", () => {
  expect(paste('<p><a href="/about" target="_blank">About</a></p>').markdown).toBe("[About](/about)\n");
});

test("keeps pictures of the own library by any of their addresses", () => {
  for (const src of [
    "/files/picture-0001/640.webp",
    "https://kolpona.example/files/picture-0001/1280.avif",
    "https://kolpona.example/files/picture-0001/2-320.webp",
  ])
    expect(paste(`<p>x</p><img src="${src}" alt="A mill">`).markdown).toContain("![A mill](picture-0001)");
  expect(paste('<img src="https://other.example/files/picture-0001/640.webp">').left).toHaveLength(1);
});

test("O1 pasted content contains nothing executable", () => {
  for (const html of hostileHtml) {
    const { doc } = paste(html);
    expect(JSON.stringify(doc)).not.toMatch(/"href":"(?:javascript|data|vbscript)/i);
  }
});

/** Markdown of a table without a header row, as the parser expects it. */
function tableOf(rows: string[][]): string {
  const cells = (row: string[]) => row.map((cell) => `<td>\n\n${cell}\n\n</td>\n`).join("");
  return `<table>\n${rows.map((row) => `<tr>\n${cells(row)}</tr>\n`).join("")}</table>`;
}
