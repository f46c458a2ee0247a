import type { PostRow } from "./posts.ts";

/** Category, day and reading time of a post, in one line. */
export function PostMeta({
  post,
}: {
  post: Pick<PostRow, "category" | "day" | "dayInWords" | "readingTime">;
}) {
  return (
    <p className="meta">
      {post.category && <span>{post.category}</span>}
      {post.day && <time dateTime={post.day}>{post.dayInWords}</time>}
      <span>{post.readingTime}</span>
    </p>
  );
}
