import { data } from "react-router";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { type Look, looksOf } from "#app/lib/weave/looks.ts";
import blogSheet from "#app/site/pages/blog/blog-page.css?url";
import { EmptyNote, Filters, PageLinks } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { SearchForm } from "#app/site/parts/search-form.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/list.ts";
import { readBlogPage } from "./blog-page.ts";
import { PostItem } from "./post-item.tsx";
import { PostMeta } from "./post-meta.tsx";
import type { PostRow } from "./posts.ts";

export const links = linkSheets(blogSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await readBlogPage(context.get(pageContext), url.searchParams);
  return data(page, { status: page.isUnknown ? 404 : 200 });
}

export function meta({ loaderData: page }: Route.MetaArgs) {
  const title = page.about || (page.category && `${page.category}: blog`) || page.heading || "Blog";
  return [
    ...describePage({
      ...page.site,
      title,
      description: page.lead,
      path: page.canonical,
      image: "/share/page/blog.png",
    }),
    ...(page.isIndexed ? [] : [{ name: "robots", content: "noindex, follow" }]),
  ];
}

export default function BlogList({ loaderData: page }: Route.ComponentProps) {
  const [first, ...rest] = page.posts;
  const lead = page.isFirst ? first : undefined;
  const looks = looksOf(page.posts.map((post) => post.title));
  return (
    <>
      <PageHead title={page.category || page.heading || "Blog"} lead={page.lead} />
      <section className="page-grid blog-body">
        <div className="tools">
          <Filters label="Categories" items={page.filters} />
          <SearchForm
            action="/blog"
            id="blog-search"
            label="Search the posts"
            query={page.query}
            button="btn quiet compact"
          />
        </div>
        <p
          className={page.about && page.posts.length > 0 ? "found-line" : "found-line visually-hidden"}
          role="status"
        >
          {page.found}
        </p>
        {page.posts.length === 0 && (
          <EmptyNote
            title={page.emptyTitle}
            text="Try another category or other words, or ask us directly."
            actions={[
              { label: "All posts", to: "/blog" },
              { label: "Ask us", to: "/contact" },
            ]}
          />
        )}
        {lead && <LeadPost post={lead} look={looks[0]} />}
        <ol className="list">
          {(lead ? rest : page.posts).map((post, at) => (
            <PostItem key={post.path} post={post} look={looks[lead ? at + 1 : at]} isEarly={at < earlyRows} />
          ))}
        </ol>
        <PageLinks
          previous={page.previous}
          next={page.next}
          labels={{ previous: "Newer posts", next: "Older posts" }}
        />
        <p className="feed-line">
          <a href="/blog/feed.xml">
            <Icon name="rss" /> Follow by RSS
          </a>
        </p>
      </section>
      <CallToAction closing={page.closing} />
    </>
  );
}

/** Rows that load early: two screens of a phone. */
const earlyRows = 4;

function LeadPost({ post, look }: { post: PostRow; look: Look | undefined }) {
  return (
    <a className="lead-post" href={post.path}>
      <Cover
        picture={post.cover}
        seed={post.title}
        look={look}
        width={960}
        height={600}
        sizes="(min-width: 64rem) 37rem, 87vw"
        eager
      />
      <div className="text">
        <h2 className={post.title.length > 70 ? "long" : undefined} lang={post.lang}>
          {post.title}
        </h2>
        <p lang={post.lang}>{post.summary}</p>
        <PostMeta post={post} />
      </div>
    </a>
  );
}
