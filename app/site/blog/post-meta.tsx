import { writeDay } from "#app/site/parts/days.ts";
import { writeMinutes } from "./reading-time.ts";

interface Facts {
  day: string;
  minutes: number;
  category: string;
}

/** Category, day and reading time of a post, in one line. */
export function PostMeta({ post }: { post: Facts }) {
  return (
    <p className="meta">
      {post.category && <span>{post.category}</span>}
      {post.day && <time dateTime={post.day}>{writeDay(post.day)}</time>}
      <span>{writeMinutes(post.minutes)}</span>
    </p>
  );
}
