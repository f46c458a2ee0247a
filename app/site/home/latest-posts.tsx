import { Link } from "react-router";
import { PostMeta } from "#app/site/blog/post-meta.tsx";
import { Cover } from "#app/site/parts/cover.tsx";
import { SectionHead } from "#app/site/parts/section-head.tsx";
import { tonesOf } from "#app/weave/tones.ts";
import type { HomeData } from "./read-home.ts";

interface LatestPostsProps {
  heading: string;
  posts: HomeData["posts"];
}

export function LatestPosts({ heading, posts }: LatestPostsProps) {
  if (posts.length === 0) return null;
  const tones = tonesOf(posts.map((post) => post.title));
  return (
    <section className="posts g" aria-labelledby="home-posts">
      <SectionHead
        id="home-posts"
        title={heading || "Latest posts"}
        all={{ label: "All posts", to: "/blog" }}
      />
      <ol>
        {posts.map((post, at) => (
          <li key={post.path}>
            <Cover
              picture={post.cover}
              seed={post.title}
              tone={tones[at]}
              width={272}
              height={204}
              sizes="9rem"
            />
            <div>
              <h3 lang={post.lang}>
                <Link to={post.path} viewTransition>
                  {post.title}
                </Link>
              </h3>
              <PostMeta post={post} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
