import { parse } from "marked";
import { countNoun } from "#app/lib/text/counts.ts";
import type { LeftBehind } from "../wordpress/read-wxr.ts";
import type { GhostData } from "./export-schema.ts";

type GhostPost = GhostData["posts"][number];

/** Adds missing ids and HTML to posts, which other systems and old versions may omit. */
export function withWholePosts(data: GhostData): { data: GhostData; left: LeftBehind[] } {
  const posts = data.posts.filter((post) => !isEmpty(post));
  const taken = new Set(posts.map(({ id }) => id));
  const used = new Set([""]);
  let numbered = 0;
  const whole = posts.map((post) => {
    const html = post.html || htmlOf(post.markdown);
    if (!used.has(post.id)) {
      used.add(post.id);
      return { ...post, html };
    }
    numbered += 1;
    const id = freeId(`post-${numbered}`, taken);
    taken.add(id);
    return { ...post, id, html };
  });
  return {
    data: { ...data, posts: whole },
    left: [
      ...counted(
        data.posts.length - posts.length,
        "empty post",
        "empty posts",
        "It has no title and no text",
      ),
      ...counted(
        numbered,
        "post without an id",
        "posts without an id",
        "It got a new one; its tags and authors may be missing",
      ),
    ],
  };
}

function isEmpty({ title, slug, html, markdown, lexical, mobiledoc }: GhostPost): boolean {
  return ![title, slug, html, markdown, lexical, mobiledoc].some(Boolean);
}

/** Ghost 0.x and converters write texts in Markdown. */
function htmlOf(markdown: string | null | undefined): string | null {
  return markdown ? parse(markdown, { async: false }) : null;
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? freeId(`${wanted}-`, taken) : wanted;
}

function counted(count: number, one: string, many: string, why: string): LeftBehind[] {
  return count === 0 ? [] : [{ what: countNoun(count, one, many), why }];
}
