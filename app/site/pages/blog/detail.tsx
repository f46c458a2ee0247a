import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Brand, type BrandName } from "#app/lib/ui/brand.tsx";
import { Icon } from "#app/lib/ui/icon.tsx";
import { looksOf } from "#app/lib/weave/looks.ts";
import blogSheet from "#app/site/pages/blog/blog-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { PageCover } from "#app/site/parts/pictures/page-cover.tsx";
import { Cover, Portrait } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { Contents, RichTextView } from "#app/site/parts/rich-text.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { found, slugParam } from "#app/site/parts/url-params.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/detail.ts";
import { PostMeta } from "./post-meta.tsx";
import { type AuthorFacts, readPostPage } from "./posts.ts";

export const links = linkSheets(textSheet, blogSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const post = found(await findPublished(site.db, blog, slugParam(url)));
  return keepStructuredData(context, await readPostPage(site, post));
}

export function meta({ loaderData: post }: Route.MetaArgs) {
  return describePage({ ...post.search, type: "article", ...post.site });
}

export default function Post({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PostPage page={loaderData} />
      <StructuredData key={loaderData.path} />
    </>
  );
}

type PostData = Omit<Awaited<ReturnType<typeof readPostPage>>, "nodes">;

/** The page of a post, also for previews. */
export function PostPage({ page: post }: { page: PostData }) {
  return (
    <article>
      <PageHead title={post.title} lead={post.summary} crumbs={post.crumbs}>
        <Byline post={post} />
      </PageHead>
      <PageCover picture={post.cover} title={post.title} lang={post.lang} />
      <div className="page-grid detail section">
        <Contents
          title={post.lang === "bn" ? "এই লেখায়" : "In this post"}
          headings={post.headings}
          lang={post.lang}
        >
          <Share title={post.title} address={post.site.publicUrl + post.path} />
        </Contents>
        <div className="body">
          <RichTextView html={post.html} {...(post.lang ? { lang: post.lang } : {})} />
          <Tags tags={post.tags} />
          {post.author && <PostAuthor author={post.author} />}
        </div>
      </div>
      <Around post={post} />
      <CallToAction closing={post.closing} />
    </article>
  );
}

function Byline({ post }: { post: PostData }) {
  return (
    <p className="byline">
      {post.author ? (
        <a href={post.author.path}>{post.author.name}</a>
      ) : (
        post.authorName && <span>{post.authorName}</span>
      )}
      {post.day && <time dateTime={post.day}>{post.dayInWords}</time>}
      <span>{post.readingTime}</span>
      {post.categories.map(({ name, slug }) => (
        <a key={slug} href={`/blog?${new URLSearchParams({ category: slug })}`}>
          {name}
        </a>
      ))}
    </p>
  );
}

/** The author, with their portrait. */
function PostAuthor({ author: { name, role, bio, path, picture } }: { author: AuthorFacts }) {
  return (
    <aside className="post-author" aria-label="The author">
      <Portrait name={name} picture={picture} width={96} />
      <div>
        <p>
          <b lang={langAttribute(name)}>
            <a href={path}>{name}</a>
          </b>
        </p>
        {role && (
          <p className="role" lang={langAttribute(role)}>
            {role}
          </p>
        )}
        {bio && (
          <p className="bio" lang={langAttribute(bio)}>
            {bio}
          </p>
        )}
      </div>
    </aside>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={`/blog?${new URLSearchParams({ tag })}`}>{tag}</a>
        </li>
      ))}
    </ul>
  );
}

const around = {
  en: { related: "On the same subject", older: "Older", newer: "Newer" },
  bn: { related: "একই বিষয়ে", older: "আগের লেখা", newer: "পরের লেখা" },
} as const;

function Around({ post }: { post: PostData }) {
  const looks = looksOf(post.related.map((row) => row.title));
  const words = post.lang === "bn" ? around.bn : around.en;
  return (
    <aside className="page-grid around" aria-label="More posts">
      {post.related.length > 0 && (
        <div className="related">
          <h2 className="h2" lang={post.lang}>
            {words.related}
          </h2>
          <ol className="pair-list">
            {post.related.map((row, at) => (
              <li key={row.path}>
                <a href={row.path}>
                  <Cover
                    picture={row.cover}
                    seed={row.title}
                    look={looks[at]}
                    width={480}
                    height={300}
                    sizes={
                      post.related.length === 1
                        ? "(min-width: 64rem) 43rem, 87vw"
                        : "(min-width: 64rem) 21rem, (min-width: 36rem) 40vw, 87vw"
                    }
                  />
                  <h3 lang={row.lang}>{row.title}</h3>
                  <PostMeta post={row} />
                </a>
              </li>
            ))}
          </ol>
        </div>
      )}
      {(post.older || post.newer) && (
        <nav className="neighbours" aria-label="Next posts">
          {post.older && <Neighbour label={words.older} {...post.older} />}
          {post.newer && <Neighbour label={words.newer} {...post.newer} className="after" />}
        </nav>
      )}
    </aside>
  );
}

interface NeighbourProps {
  label: string;
  title: string;
  path: string;
  className?: string;
}

/** Link to the previous or next entry. */
function Neighbour({ label, title, path, className }: NeighbourProps) {
  return (
    <a className={className} href={path}>
      <small lang={langAttribute(label)}>{label}</small>
      <b lang={langAttribute(title)}>{title}</b>
    </a>
  );
}

interface ShareProps {
  title: string;
  /** Full address. */
  address: string;
}

/** Plain links to share the post, and a button that copies its address (`page-parts.ts`). */
function Share({ title, address }: ShareProps) {
  return (
    <div className="share">
      {placesFor(title, address).map(({ name, label, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Share on ${label} (opens a new tab)`}
        >
          <Brand name={name} />
        </a>
      ))}
      <button type="button" data-copy={address} aria-label="Copy the link">
        <Icon name="link-2" />
      </button>
      <span
        className="feedback"
        role="status"
        data-copied="The link is copied."
        data-failed="The link could not be copied; it is in the address bar."
      />
    </div>
  );
}

function placesFor(title: string, address: string): { name: BrandName; label: string; href: string }[] {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    { name: "facebook", label: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    {
      name: "linkedin",
      label: "LinkedIn",
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    },
    { name: "x", label: "X", href: `https://x.com/intent/post?url=${url}&text=${text}` },
    { name: "whatsapp", label: "WhatsApp", href: `https://wa.me/?text=${text}%20${url}` },
  ];
}
