import { PictureFile } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import type { PostRow } from "./posts.ts";

/** Author, category, day and reading time of a post, in one line. */
export function PostMeta({
  post,
}: {
  post: Pick<PostRow, "author" | "category" | "day" | "dayInWords" | "readingTime">;
}) {
  const { author } = post;
  return (
    <p className="meta">
      {author && (
        <span className="by" lang={langAttribute(author.name)}>
          {author.picture && <PictureFile picture={{ ...author.picture, alt: "" }} sizes="2rem" />}
          {author.name}
        </span>
      )}
      {post.category && <span>{post.category}</span>}
      {post.day && <time dateTime={post.day}>{post.dayInWords}</time>}
      <span>{post.readingTime}</span>
    </p>
  );
}
