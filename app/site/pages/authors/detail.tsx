import { author } from "#app/domain/content/kinds/author.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { looksOf } from "#app/lib/weave/looks.ts";
import blogSheet from "#app/site/pages/blog/blog-page.css?url";
import { PostItem } from "#app/site/pages/blog/post-item.tsx";
import { EmptyNote, PageLinks } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Portrait } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { found, slugParam } from "#app/site/parts/url-params.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import type { Route } from "./+types/detail.ts";
import { readAuthorPage } from "./authors.ts";

export const links = linkSheets(blogSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const entry = found(await findPublished(site.db, author, slugParam(url)));
  return keepStructuredData(context, await readAuthorPage(site, entry, url.searchParams));
}

export function meta({ loaderData: page }: Route.MetaArgs) {
  const tags = describePage({ ...page.search, type: "profile", ...page.site });
  return page.count > 0 ? tags : [...tags, { name: "robots", content: "noindex" }];
}

export default function Author({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AuthorPage page={loaderData} />
      <StructuredData key={loaderData.path} />
    </>
  );
}

/** Author page, also used by the preview. */
export function AuthorPage({ page }: { page: Omit<Awaited<ReturnType<typeof readAuthorPage>>, "nodes"> }) {
  const { title, role, picture, posts, count } = page;
  const looks = looksOf(posts.map((post) => post.title));
  return (
    <>
      <PageHead title={title} lead={role} crumbs={page.crumbs} />
      <section className="author flush page-grid">
        <div className="author-facts">
          <Portrait name={title} picture={picture} width={272} />
          <AboutAuthor bio={page.summary} links={page.links} />
        </div>
        <div className="author-posts">
          {posts.length === 0 ? (
            <EmptyNote title="No posts yet." actions={[{ label: "All posts", to: "/blog" }]} />
          ) : (
            <>
              <h2 className="h3">{count === 1 ? "One post" : `${count} posts`}</h2>
              <ol className="list">
                {posts.map((post, at) => (
                  <PostItem key={post.path} post={post} look={looks[at]} heading="h3" />
                ))}
              </ol>
            </>
          )}
          <PageLinks
            previous={page.previous}
            next={page.next}
            labels={{ previous: "Newer posts", next: "Older posts" }}
          />
        </div>
      </section>
    </>
  );
}

interface AboutProps {
  bio: string;
  links: readonly { label: string; url: string }[];
}

function AboutAuthor({ bio, links }: AboutProps) {
  return (
    <>
      {bio && (
        <p className="author-bio" lang={langAttribute(bio)}>
          {bio}
        </p>
      )}
      {links.length > 0 && (
        <ul className="author-links">
          {links.map(({ label, url }) => (
            <li key={url}>
              <a href={url} rel="noopener me">
                {label} <Icon name="arrow-up-right" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
