import fc from "#tests/support/generated.ts";
import {
  htmlBlock,
  inline,
  numberedPairs,
  phrase,
  picture,
  pictureFiles,
  uploads,
} from "./html.arbitrary.ts";

/** An item of a generated export of WordPress. */
export interface GeneratedItem {
  content: string;
  excerpt: string;
  meta: [key: string, value: string][];
  tags: string[];
}

/** Ids of the attachments and synced patterns that every generated export contains. */
const attachments = pictureFiles.map((path, at) => ({ id: 90_001 + at, path }));
const patternId = 95_001;

const block = fc.oneof(
  { weight: 6, arbitrary: htmlBlock(uploads) },
  inline.map(
    (text) =>
      `<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">${text}</p>\n<!-- /wp:paragraph -->`,
  ),
  phrase.map(
    (text) => `<!-- wp:heading --><h2 class="wp-block-heading" id="h-@">${text}</h2><!-- /wp:heading -->`,
  ),
  fc
    .tuple(phrase, phrase)
    .map(([one, other]) => `<!-- wp:vendor/box {"quote":"${one} ${other}","columns":3} /-->`),
  phrase.map(
    (text) => `<!-- wp:vendor/note {"title":"${text}"} --><div>${text}</div><!-- /wp:vendor/note -->`,
  ),
  phrase.map(
    (text) => `<!-- wp:block {"ref":${patternId},"content":{"Greeting":{"content":"${text}"}}} /-->`,
  ),
  fc.constant(`<!-- wp:block {"ref":${patternId}} /-->`),
  phrase.map((text) => `<!-- wp:tab {"label":"${text}"} --><div><p>${text}</p></div><!-- /wp:tab -->`),
  fc.constant(
    `<!-- wp:social-links --><ul><!-- wp:social-link {"url":"https://social.example/@","service":"mastodon"} /--></ul><!-- /wp:social-links -->`,
  ),
  fc.constant("<!-- wp:latest-posts /-->"),
  phrase.map(
    (text) => `<!-- wp:verse --><pre class="wp-block-verse">${text}\n${text}</pre><!-- /wp:verse -->`,
  ),
  fc
    .tuple(picture(uploads), phrase)
    .map(
      ([image, text]) =>
        `[caption id="attachment_9" align="alignleft" width="300"]${image} ${text}[/caption]`,
    ),
  fc
    .shuffledSubarray(attachments, { minLength: 1 })
    .map((list) => `[gallery ids="${list.map(({ id }) => id).join(",")}"]`),
  fc
    .shuffledSubarray(attachments, { minLength: 1 })
    .map((list) => `<!-- wp:gallery {"ids":[${list.map(({ id }) => id)}]} /-->`),
  phrase.map((text) => `<p>[newsletter title="${text}"]</p>`),
  fc
    .tuple(phrase, phrase)
    .map(([one, other]) => `<p>[su_button url="/x-@" note="${one}"]${other}[/su_button]</p>`),
  phrase.map((text) => `<p>${text} [sic] ${text}</p>`),
  phrase.map((text) => `[php]if ($a < 3) { echo "<b>${text}</b>"; }[/php]`),
  phrase.map((text) => `<pre lang="html"><div class="${text}">raw</div></pre>`),
  phrase.map((text) => `<p>Use <code><div></code> for ${text}.</p>`),
  fc.constant(`[audio mp3="https://old.example/wp-content/uploads/2024/01/song-@.mp3"][/audio]`),
  fc.constant("[embed]https://youtu.be/abcdefghijk[/embed]"),
  phrase.map((text) => `<!--more ${text}-->`),
  fc.constant("\n\n<!--nextpage-->\n\n"),
  fc.constant(
    `<div class="wp-block-cover" style="background-image:url(${uploads}/2024/01/boat.jpg)"></div><p>after</p>`,
  ),
  fc.constant(`<img src="${uploads}/2020/lost-@.png" alt="lost picture"><p>after</p>`),
);

const note = fc.tuple(phrase, phrase);

export const wordPressItem: fc.Arbitrary<GeneratedItem> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 8 }),
    fc.option(note, { freq: 4 }),
    fc.oneof(fc.constant(""), phrase),
    fc.array(
      fc.constantFrom<[string, string]>(
        ["_edit_lock", "1"],
        ["_elementor_data", "[]"],
        ["_yoast_wpseo_metadesc", "A lamp by the river"],
        ["rank_math_title", "Lamps %sep% %sitename%"],
        ["budget", "40"],
        ["_thumbnail_id", "90001"],
        ["_thumbnail_id", "12"],
      ),
      { maxLength: 3 },
    ),
    fc.uniqueArray(phrase, { maxLength: 3 }),
  )
  .map(([blocks, footnote, excerpt, meta, tags]) => {
    const mark = footnote
      ? `\n<!-- wp:paragraph --><p>${footnote[0]}<sup data-fn="fn-@" class="fn"><a href="#fn-@" id="fn-@-link">1</a></sup></p><!-- /wp:paragraph -->\n<!-- wp:footnotes /-->`
      : "";
    const notes: [string, string][] = footnote
      ? [["footnotes", JSON.stringify([{ id: "fn-@", content: footnote[1] }])]]
      : [];
    return { content: blocks.join("\n") + mark, excerpt, meta: [...meta, ...notes], tags };
  });

const cdata = (text: string) => `<![CDATA[${text}]]>`;

function itemXml(
  id: number,
  type: string,
  title: string,
  { content, excerpt, meta, tags }: GeneratedItem,
  more = "",
) {
  const fields = meta.map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  const terms = tags.map((name) => `<category domain="post_tag" nicename="t">${cdata(name)}</category>`);
  const status = type === "attachment" ? "inherit" : "publish";
  return `<item><title>${cdata(title)}</title><link>https://old.example/post-${id}/</link><content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata(excerpt)}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt>
<wp:post_name>post-${id}</wp:post_name><wp:status>${status}</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>${type}</wp:post_type>${terms.join("")}${fields.join("")}${more}</item>`;
}

const pattern = `<!-- wp:paragraph {"metadata":{"name":"Greeting"}} -->
<p>Words of the pattern</p>
<!-- /wp:paragraph -->
<!-- wp:paragraph --><p>Fixed words</p><!-- /wp:paragraph -->`;

/** An export with the items, the attachments and a synced pattern. */
export function wordPressExport(items: readonly GeneratedItem[]): string {
  let count = 0;
  const none = { content: "", excerpt: "", meta: [], tags: [] };
  const numberedItems = items.map((item, at) => {
    // An id and the link to it share a number.
    const number = () => Math.floor(count++ / 1);
    const start = count;
    const content = numberedPairs(item.content, number);
    const own = `${start}-${at}`;
    const meta = item.meta.map(([key, value]): [string, string] => [
      key,
      value.replaceAll("fn-@", `fn-${own}`),
    ]);
    return { ...item, content: content.replaceAll("fn-@", `fn-${own}`), meta };
  });
  const files = attachments.map(({ id, path }, at) =>
    itemXml(
      id,
      "attachment",
      `File ${id}`,
      {
        ...none,
        excerpt: at % 2 === 0 ? `Caption <b>number</b> ${id}` : "",
        meta: [["_wp_attachment_image_alt", `Alternative ${id}`]],
      },
      `<wp:attachment_url>${uploads}/${path}</wp:attachment_url>`,
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Old site</title><link>https://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
${numberedItems.map((item, at) => itemXml(at + 1, "post", `Post ${at + 1}`, item)).join("\n")}
${files.join("\n")}
${itemXml(patternId, "wp_block", "Pattern", { ...none, content: pattern })}</channel></rss>`;
}
