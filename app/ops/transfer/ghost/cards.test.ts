import { expect, test } from "vitest";
import { fromHtml } from "#app/lib/rich-text/html/from-html.ts";
import { toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import { expandCards } from "./cards.ts";

const base = "https://ghost.invalid";
const media = `${base}/content/media/2024/05`;

/** Converts HTML of Ghost to Markdown, with the reported losses of its cards. */
function read(html: string) {
  const { html: plain, left } = expandCards(html, base);
  const { doc } = fromHtml(plain, { picture: () => "picture" });
  return { markdown: toMarkdown(doc, { picture: () => "picture" }), left: left.map(({ what }) => what) };
}

const player = (name: string) => `<div class="kg-${name}-player-container"><div class="kg-${name}-player">
<button class="kg-${name}-play-icon" aria-label="Play"><svg><title>play</title></svg></button>
<span class="kg-${name}-current-time">0:00</span><div class="kg-${name}-time">/<span class="kg-${name}-duration">12:34</span></div>
<input type="range" class="kg-${name}-seek-slider" max="100" value="0"><button class="kg-${name}-playback-rate">1&#215;</button></div></div>`;

const video = (src: string) =>
  `<p>Before</p><figure class="kg-card kg-video-card kg-width-regular kg-card-hascaption"><div class="kg-video-container">
<video src="${src}" poster="https://img.spacergif.example/a.gif" playsinline></video>
<div class="kg-video-overlay"><button class="kg-video-large-play-icon"></button></div>${player("video")}</div>
<figcaption><p>The <a href="https://wind.example/">big</a> kite</p></figcaption></figure><p>After</p>`;

const audio = (src: string) => `<div class="kg-card kg-audio-card">
<img src="" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg></svg></div>
<div class="kg-audio-player-container"><audio src="${src}" preload="metadata"></audio><div class="kg-audio-title">Song of the kites</div>${player("audio")}</div></div>`;

test("keeps an external video, and reports one of the former site", () => {
  expect(read(video(`${media}/film.mp4`))).toEqual({
    markdown: "Before\n\nThe [big](https://wind.example/) kite\n\nAfter\n",
    left: ["video /content/media/2024/05/film.mp4"],
  });
  expect(read(video("/content/media/film.mp4")).left).toEqual(["video /content/media/film.mp4"]);
  expect(read(video("https://films.example/film.mp4"))).toEqual({
    markdown:
      "Before\n\n@[video](https://films.example/film.mp4)\n\nThe [big](https://wind.example/) kite\n\nAfter\n",
    left: [],
  });
});

test("turns a recording into its title, linked if its file is external", () => {
  expect(read(audio(`${media}/song.mp3`))).toEqual({
    markdown: "Song of the kites\n",
    left: ["audio /content/media/2024/05/song.mp3"],
  });
  expect(read(audio("https://sounds.example/song.mp3"))).toEqual({
    markdown: "[Song of the kites](https://sounds.example/song.mp3)\n",
    left: [],
  });
});

test("turns a bookmark into one paragraph with the page title as link", () => {
  const { markdown, left } = read(
    `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://wind.example/?a=1&amp;b=2"><div class="kg-bookmark-content">
<div class="kg-bookmark-title">All about <i>wind</i> &amp; rain</div><div class="kg-bookmark-description">How it blows.</div>
<div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://wind.example/i.ico" alt=""><span class="kg-bookmark-author">Wind Weekly</span><span class="kg-bookmark-publisher">Rana</span></div></div>
<div class="kg-bookmark-thumbnail"><img src="https://wind.example/t.jpg" alt=""></div></a></figure>`,
  );
  expect(markdown).toBe(
    "[All about wind & rain](<https://wind.example/?a=1&b=2>) (Wind Weekly, Rana)\\\nHow it blows.\n",
  );
  expect(left).toEqual(["preview picture of a bookmark"]);
});

test("keeps texts of sign-up forms and calls to action, without their controls", () => {
  const signup = `<div class="kg-card kg-signup-card kg-width-wide" data-lexical-signup-form style="background-color: #F0F0F0; display: none;">
<div class="kg-signup-card-content"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading">Kites by mail</h2><p class="kg-signup-card-subheading">Once a month.</p>
<form class="kg-signup-card-form" data-members-form="signup"><input type="email" placeholder="Your email"><button class="kg-signup-card-button" type="submit"><span class="kg-signup-card-button-default">Subscribe</span><span class="kg-signup-card-button-loading"><svg></svg></span></button>
<div class="kg-signup-card-success">Email sent! Check your inbox to complete your signup.</div><div class="kg-signup-card-error" data-members-error></div></form>
<p class="kg-signup-card-disclaimer">No spam.</p></div></div></div>`;
  expect(read(signup)).toEqual({
    markdown: "## Kites by mail\n\nOnce a month.\n",
    left: [
      "part of a card “signup”: “Subscribe”, “Email sent! Check your inbox to complete your signup.”, “No spam.”",
    ],
  });
  for (const card of ["kg-card kg-email-cta", "kg-card kg-cta-card kg-cta-bg-grey", "kg-email-cta"])
    expect(
      read(
        `<div class="${card}"><p>Fly with us.</p><a class="kg-btn" href="${base}/#/portal/signup">Subscribe</a></div>`,
      ).markdown,
    ).toBe("Fly with us.\n");
});

test("keeps words and links of the other card types", () => {
  for (const [html, markdown, left = []] of [
    [
      '<div class="kg-card kg-header-card kg-style-dark"><h2 class="kg-header-card-header">Fly</h2><h3 class="kg-header-card-subheader">Higher</h3><a href="https://wind.example/" class="kg-header-card-button">Go</a></div>',
      "## Fly\n\n### Higher\n\n[Go](https://wind.example/)\n",
    ],
    [
      '<div class="kg-card kg-header-card" data-kg-background-image="/content/images/sky.jpg"><h2>Sky</h2></div>',
      "## Sky\n",
      ["background of a card “header”"],
    ],
    [
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://shop.example/" class="kg-btn kg-btn-accent">Buy one</a></div>',
      "[Buy one](https://shop.example/)\n",
    ],
    [
      '<div class="kg-card kg-button-card"><a href="#/portal/signup" class="kg-btn">Join</a></div>',
      "",
      ["part of a card “button”: “Join”"],
    ],
    [
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b>wires</b></div></div>',
      "💡 Mind the **wires**\n",
    ],
    [
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>How high?</span></h4><button class="kg-toggle-card-icon" aria-label="Expand"><svg></svg></button></div><div class="kg-toggle-content"><p>Very.</p></div></div>',
      "#### How high?\n\nVery.\n",
    ],
    [
      `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://files.example/plan.pdf" title="Download"><div class="kg-file-card-contents"><div class="kg-file-card-title">The plan</div><div class="kg-file-card-caption">To be cut out</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div><div class="kg-file-card-filesize">1 MB</div></div></div><div class="kg-file-card-icon"><svg><title>download-circle</title></svg></div></a></div>`,
      "[The plan](https://files.example/plan.pdf) (plan.pdf, 1 MB)\\\nTo be cut out\n",
    ],
    [
      '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">Kite no. 3</h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-star"><svg></svg></span></div><div class="kg-product-card-description"><p>Of silk.</p></div><a href="https://shop.example/3" class="kg-product-card-button"><span>Order</span></a></div></div>',
      "#### Kite no. 3\n\n★☆\n\nOf silk.\n\n[Order](https://shop.example/3)\n",
    ],
    [
      '<figure class="kg-card kg-embed-card kg-card-hascaption"><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><figcaption>From above</figcaption></figure>',
      '@[video](https://www.youtube.com/watch?v=abcdefghijk "From above")\n',
    ],
  ] as const)
    expect(read(html)).toEqual({ markdown, left });
});

test("removes blocks for members and keeps public ones", () => {
  const block = (audience: string, words: string) =>
    `<!--kg-gated-block:begin ${audience} --><p>${words}</p><!--kg-gated-block:end-->`;
  expect(
    read(
      block('nonMember:true memberSegment:"status:free,status:-free"', "For all.") +
        block('nonMember:false memberSegment:"status:-free"', "For some."),
    ),
  ).toEqual({ markdown: "For all.\n", left: ["block for members"] });
});

test("keeps text around cards, and ends unclosed cards with the text", () => {
  expect(
    read('<p>a <b>b</b></p>\r\n<div class="kg-card kg-callout-card"><div class="kg-callout-text">c').markdown,
  ).toBe("a **b**\n\nc\n");
  expect(expandCards("<p>kg-card &amp; <b>x</p>", base)).toEqual({
    html: "<p>kg-card &amp; <b>x</p>",
    left: [],
  });
});
