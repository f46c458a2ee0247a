import type { Look } from "#app/lib/weave/looks.ts";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { PostMeta } from "./post-meta.tsx";
import type { PostRow } from "./posts.ts";

interface PostItemProps {
  post: PostRow;
  look: Look | undefined;
  heading?: "h2" | "h3";
  /** Among the first rows: a generated cover loads eagerly, while pictures stay lazy. */
  isEarly?: boolean;
}

/** A post as one row of a list. */
export function PostItem({ post, look, heading: Heading = "h2", isEarly = false }: PostItemProps) {
  return (
    <li>
      <a href={post.path}>
        <Cover
          picture={post.cover}
          seed={post.title}
          look={look}
          width={320}
          height={240}
          sizes="(min-width: 64rem) 12rem, (min-width: 36rem) 10rem, 92vw"
          isSmall
          eager={isEarly && !post.cover}
        />
        <div>
          <Heading lang={post.lang}>{post.title}</Heading>
          <p lang={post.lang}>{post.summary}</p>
        </div>
        <PostMeta post={post} />
      </a>
    </li>
  );
}
