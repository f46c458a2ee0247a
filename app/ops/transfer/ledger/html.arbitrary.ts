import fc from "#tests/support/generated.ts";

/** Whether generated elements have ids that links lead to. */
const hasIds = true;

export const words = [
  "river",
  "lamp",
  "boat",
  "brass",
  "oil",
  "market",
  "bridge",
  "school",
  "garden",
  "paper",
  "নদীর",
  "ঘাটে",
  "চল্লিশটি",
  "বাতি",
  "তেল",
  "নৌকা",
];
export const uploads = "https://old.example/wp-content/uploads";
/** Pictures below the uploads that come with the generated exports. */
export const pictureFiles = [
  "2024/01/lamp.png",
  "2024/01/boat.jpg",
  "2024/02/ghat.webp",
  "2023/12/field.png",
];

const word = fc.constantFrom(...words);

export const phrase = fc.array(word, { minLength: 1, maxLength: 8 }).map((list) => list.join(" "));

/** `@` is replaced by a number that is unique in the export. */
export const uniqueId = "id-@";

const wrapped = fc
  .tuple(
    fc.constantFrom("b", "strong", "em", "i", "u", "s", "span", "mark", "small", "sup", "code", "q"),
    phrase,
  )
  .map(([tag, text]) => `<${tag}>${text}</${tag}>`);

const link = fc
  .tuple(
    phrase,
    fc.constantFrom(
      "https://other.example/page-@",
      "/about/",
      "mailto:asha-@@example.org",
      "https://old.example/?p=3",
    ),
  )
  .map(([text, href]) => `<a href="${href.replace("-@@", "-@&#64;")}">${text}</a>`);

const entity = fc.constantFrom("&amp;", "&lt;b&gt;", "&#8217;s", "&nbsp;", "&copy; 2024", "a &gt; b");

export const inline = fc
  .array(fc.oneof({ weight: 3, arbitrary: phrase }, wrapped, link, entity, fc.constant("<br>")), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(" "));

const file = fc.constantFrom(...pictureFiles);
const size = fc.constantFrom("", "-300x200", "-1024x768");

/** A picture from `pictureFiles`; `base` is their address. */
export function picture(base: string) {
  return fc
    .tuple(file, size, fc.oneof(fc.constant(""), phrase))
    .map(([path, suffix, alt]) => `<img src="${base}/${path.replace(/(?=\.\w+$)/, suffix)}" alt="${alt}">`);
}

const target = fc
  .tuple(phrase, phrase)
  .map(([text, more]) =>
    hasIds
      ? `<p id="${uniqueId}">${text}</p><p><a href="#${uniqueId}">${more}</a></p>`
      : `<p>${text} ${more}</p>`,
  );

const heading = fc
  .tuple(fc.constantFrom("h2", "h3", "h5"), phrase)
  .map(([tag, text]) => (hasIds ? `<${tag} id="${uniqueId}">${text}</${tag}>` : `<${tag}>${text}</${tag}>`));

/** Plain HTML that any system may contain. */
export function htmlBlock(base: string) {
  return fc.oneof(
    { weight: 5, arbitrary: inline.map((text) => `<p>${text}</p>`) },
    heading,
    target,
    fc
      .array(inline, { minLength: 1, maxLength: 4 })
      .map((items) => `<ul>${items.map((one) => `<li>${one}</li>`).join("")}</ul>`),
    fc
      .array(phrase, { minLength: 1, maxLength: 3 })
      .map((items) => `<ol>${items.map((one) => `<li>${one}<ul><li>${one}</li></ul></li>`).join("")}</ol>`),
    fc
      .tuple(phrase, phrase)
      .map(([text, cite]) => `<blockquote><p>${text}</p><cite>${cite}</cite></blockquote>`),
    fc
      .array(fc.tuple(inline, phrase), { minLength: 1, maxLength: 3 })
      .map(
        (rows) =>
          `<table><tbody>${rows.map(([a, b]) => `<tr><td>${a}</td><th>${b}</th></tr>`).join("")}</tbody></table>`,
      ),
    fc
      .tuple(picture(base), phrase)
      .map(([image, text]) => `<figure>${image}<figcaption>${text}</figcaption></figure>`),
    picture(base).map((image) => `<p>${image}</p><p>after</p>`),
    phrase.map((text) => `<pre><code class="language-js">${text}\n  if (a &lt; b) ${text};</code></pre>`),
    phrase.map((text) => `<script>const hidden = "${text}";</script>`),
    phrase.map((text) => `<style>.${text.split(" ")[0]} { color: red }</style><p>${text}</p>`),
    fc
      .tuple(phrase, fc.constantFrom('style="display: none"', "hidden"))
      .map(([text, hidden]) => `<div ${hidden}>${text} <b>${text}</b></div>`),
    phrase.map((text) => `<details><summary>${text}</summary><p>${text}</p></details>`),
    phrase.map((text) => `<template><p>${text}</p></template>`),
    phrase.map((text) => `<!-- ${text} -->`),
    phrase.map((text) => `<svg><title>${text}</title><text>${text}</text></svg>`),
    phrase.map(
      (text) =>
        `<form><label>${text}</label><input type="text" placeholder="x"><input type="submit" value="${text}"></form>`,
    ),
    fc
      .constantFrom("dQw4w9WgXcQ", "abcdefghijk")
      .map((id) => `<iframe src="https://www.youtube.com/embed/${id}"></iframe>`),
    phrase.map((text) => `<iframe src="https://maps.example/embed?q=@">${text}</iframe>`),
    phrase.map((text) => `<p>${text}</p><p>https://plain.example/page-@</p>`),
    phrase.map((text) => `<math><mi>x</mi><mo>=</mo><mn>2</mn></math><p>${text}</p>`),
    phrase.map((text) => `<a href="javascript:alert(1)">${text}</a>`),
    picture(base).map((image) => `<a href="https://other.example/whole-@">${image}</a>`),
    phrase.map((text) => `<p>Unclosed <b>bold ${text}<p>next ${text}`),
  );
}

/** Replaces each mark with its own number. */
function numbered(html: string, next: () => number): string {
  return html.replace(/@/g, () => String(next()));
}

/** Numbers all marks except those of notes; the target and the link of one element get the same number. */
export function numberedPairs(html: string, next: () => number): string {
  const paired = html.replace(/<p id="id-@">[\s\S]*?#id-@"/g, (all) => {
    const number = next();
    return all.replaceAll("id-@", `id-${number}`);
  });
  const parts = paired.split("fn-@");
  return parts.map((part) => numbered(part, next)).join("fn-@");
}
