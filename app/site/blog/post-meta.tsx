import { writeDay } from "#app/text/days.ts";

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

/** How long a text takes, "4 min"; in Bangla words and digits for Bangla texts. */
export function writeMinutes(minutes: number, lang?: string): string {
  return lang === "bn" ? `${bangla.format(minutes)} মিনিট` : `${minutes} min`;
}

const bangla = new Intl.NumberFormat("bn-BD");
