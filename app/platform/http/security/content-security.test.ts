import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { htmlPolicy } from "./security-headers.ts";

const production = {
  isHttps: true,
  isDevelopment: false,
  mark: null,
};
const hash = (text: string) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
const scripts = (html: string) =>
  /script-src 'self' ?([^;]*)/.exec(htmlPolicy(html, production))?.[1] ?? "missing";

test.each<[string, string[]]>([
  ["<script>a()</script>", ["a()"]],
  ["<SCRIPT async>a()</SCRIPT >", ["a()"]],
  ['<script type="module">import "/a.js"</script>', ['import "/a.js"']],
  ["<script type=text/javascript>a()</script>", ["a()"]],
  ["<script type='importmap'>{}</script>", ["{}"]],
  ['<script type="">a()</script>', ["a()"]],
  ['<script data-x="a>b">a()</script>', ["a()"]],
  ['<script data-src="x">a()</script>', ["a()"]],
  ["<script>\n a()\n</script>", ["\n a()\n"]],
  ["<script>a()\r\nb()\rc()</script>", ["a()\nb()\nc()"]],
  ["<script>'বাংলা'</script>", ["'বাংলা'"]],
  ["<script>a()</script><p></p><script>b()</script><script>a()</script>", ["a()", "b()"]],
  ["<script></script>", []],
  ['<script src="/a.js"></script>', []],
  ["<script SRC=/a.js>ignored()</script>", []],
  ['<script type="application/ld+json">{"@type":"Organization"}</script>', []],
  ['<script type="application/json">{}</script>', []],
  ["<scripted>a()</scripted>", []],
  ["<p>no scripts at all</p>", []],
])("O3 the policy of %s allows exactly its scripts", (html, texts) => {
  expect(scripts(html)).toBe(texts.map(hash).join(" "));
});

test("O3 a changed script has another hash, without unsafe sources", () => {
  const policy = htmlPolicy("<script>a(1)</script>", production);
  expect(policy).not.toBe(htmlPolicy("<script>a(2)</script>", production));
  expect(policy).not.toMatch(/unsafe|nonce|\*|http:/);
});

test("reads a megabyte of hostile markup in linear time", () => {
  for (const part of ["<script ", "<script>", '<script a="', "<style", "</script", "<script a='b' "]) {
    const started = performance.now();
    htmlPolicy(part.repeat(1_000_000 / part.length), production);
    expect(performance.now() - started).toBeLessThan(60_000);
  }
});

test("M6 O3 allows only scripts and styles with the renderer's mark", () => {
  const mark = 'nonce="abc"';
  const page =
    '<script nonce="abc">ours()</script><script>theirs()</script><script nonce="abd">guessed()</script>' +
    '<style nonce="abc">p{}</style><style>a{}</style><p>nonce="abc"</p><script data-x>nonce="abc"</script>';
  const policy = htmlPolicy(page, { ...production, mark });
  for (const text of ["ours()", "p{}"]) expect(policy).toContain(hash(text));
  for (const text of ["theirs()", "guessed()", "a{}", 'nonce="abc"'])
    expect(policy).not.toContain(hash(text));
});

test("O3 requires Trusted Types, except in development", () => {
  const policy = htmlPolicy("<p></p>", production);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("trusted-types frontdesk default ProseMirrorClipboard;");
  expect(htmlPolicy("<p></p>", { ...production, isDevelopment: true })).not.toContain("trusted-types");
});

test("L7 external videos may play over https, other content may not", () => {
  const policy = htmlPolicy("<video src=https://films.example/a.mp4></video>", production);
  const rules = new Map(policy.split("; ").map((rule) => [rule.split(" ")[0], rule]));
  expect(rules.get("media-src")).toBe("media-src 'self' https:");
  const others = [...rules].filter(([name]) => name !== "media-src").map(([, rule]) => rule);
  expect(others.join("; ")).not.toMatch(/https:(?!\/\/(www\.youtube-nocookie|player\.vimeo)\.com)/);
});
