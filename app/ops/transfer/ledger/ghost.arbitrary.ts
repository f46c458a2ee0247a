import fc from "#tests/support/generated.ts";
import { htmlBlock, inline, numberedPairs, phrase, picture } from "./html.arbitrary.ts";

/** A post of a generated export of Ghost. */
export interface GeneratedPost {
  html: string;
  custom_excerpt: string | null;
  feature_image: string | null;
  meta_title: string | null;
  meta_description: string | null;
  tags: string[];
}

const images = "__GHOST_URL__/content/images";

const card = fc.oneof(
  fc
    .tuple(picture(images), phrase)
    .map(
      ([image, text]) =>
        `<figure class="kg-card kg-image-card kg-card-hascaption">${image}<figcaption><span>${text}</span></figcaption></figure>`,
    ),
  fc
    .array(picture(images), { minLength: 2, maxLength: 4 })
    .map(
      (list) =>
        `<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container">${list.map((one) => `<div class="kg-gallery-image">${one}</div>`).join("")}</div></figure>`,
    ),
  fc
    .tuple(phrase, phrase, phrase)
    .map(
      ([title, about, by]) =>
        `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://bookmark.example/@"><div class="kg-bookmark-content"><div class="kg-bookmark-title">${title}</div><div class="kg-bookmark-description">${about}</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://bookmark.example/icon.png" alt=""><span class="kg-bookmark-author">${by}</span><span class="kg-bookmark-publisher">${by}</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://bookmark.example/large.png" alt=""></div></a></figure>`,
    ),
  fc
    .tuple(phrase, inline)
    .map(
      ([title, text]) =>
        `<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">${title}</h4><button class="kg-toggle-card-icon" aria-label="Expand"><svg><path d="M0"></path></svg></button></div><div class="kg-toggle-content"><p>${text}</p></div></div>`,
    ),
  inline.map(
    (text) =>
      `<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">${text}</div></div>`,
  ),
  phrase.map(
    (text) =>
      `<div class="kg-card kg-button-card kg-align-center"><a href="https://button.example/@" class="kg-btn kg-btn-accent">${text}</a></div>`,
  ),
  phrase.map(
    (text) =>
      `<div class="kg-card kg-button-card"><a href="#/portal/signup" class="kg-btn">${text}</a></div>`,
  ),
  fc
    .tuple(phrase, phrase)
    .map(
      ([title, text]) =>
        `<div class="kg-card kg-signup-card"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading">${title}</h2><form class="kg-signup-card-form"><input type="email" placeholder="Your email"><button>${text}</button></form></div></div>`,
    ),
  fc
    .tuple(phrase, phrase)
    .map(
      ([title, text]) =>
        `<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="https://sound.example/song-@.mp3" preload="metadata"></audio><div class="kg-audio-title">${title}</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span>${text}</div></div></div>`,
    ),
  phrase.map(
    (text) =>
      `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://files.example/list-@.zip" title="Download"><div class="kg-file-card-contents"><div class="kg-file-card-title">${text}</div><div class="kg-file-card-caption">${text}</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">list.zip</div><div class="kg-file-card-filesize">2 MB</div></div></div></a></div>`,
  ),
  phrase.map(
    (text) =>
      `<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>${text}</p><!--kg-gated-block:end-->`,
  ),
  phrase.map((text) => `<!--kg-card-begin: html--><div>${text}</div><!--kg-card-end: html-->`),
  phrase.map((text) => `<a href="__GHOST_URL__/other-post/">${text}</a>`),
);

export const ghostPost: fc.Arbitrary<GeneratedPost> = fc
  .record({
    blocks: fc.array(fc.oneof(htmlBlock(images), card), { minLength: 1, maxLength: 8 }),
    custom_excerpt: fc.option(phrase),
    feature_image: fc.option(fc.constantFrom(`${images}/2024/01/boat.jpg`, `${images}/2019/lost.png`)),
    meta_title: fc.option(phrase),
    meta_description: fc.option(phrase),
    tags: fc.uniqueArray(phrase, { maxLength: 3 }),
  })
  .map(({ blocks, ...post }) => ({ ...post, html: blocks.join("\n") }));

/** An export with the posts and their tags. */
export function ghostExport(posts: readonly GeneratedPost[]): string {
  let count = 0;
  const names = [...new Set(posts.flatMap(({ tags }) => tags))];
  const data = {
    posts: posts.map(({ tags: _, html, ...post }, at) => ({
      ...post,
      id: `post-${at}`,
      title: `Post ${at + 1}`,
      slug: `post-${at + 1}`,
      status: "published",
      type: "post",
      visibility: "public",
      published_at: "2024-03-05T03:00:00.000Z",
      html: numberedPairs(html, () => count++),
    })),
    tags: names.map((name, at) => ({ id: `tag-${at}`, name, slug: `tag-${at}`, visibility: "public" })),
    posts_tags: posts.flatMap(({ tags }, at) =>
      tags.map((name) => ({ post_id: `post-${at}`, tag_id: `tag-${names.indexOf(name)}` })),
    ),
    settings: [{ key: "title", value: "Old site" }],
  };
  return JSON.stringify({ db: [{ meta: { version: "5.80.0" }, data }] });
}
