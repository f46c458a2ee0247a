import { pageContext } from "#app/domain/routing/page-context.ts";
import blogSheet from "#app/site/pages/blog/blog-page.css?url";
import { EmptyNote } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { PersonRow } from "#app/site/parts/people.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/list.ts";
import { readAuthorsPage } from "./authors.ts";

export const links = linkSheets(blogSheet);

export function loader({ context }: Route.LoaderArgs) {
  return readAuthorsPage(context.get(pageContext));
}

export function meta({ loaderData: { authors, site } }: Route.MetaArgs) {
  const page = { title, description: lead, path: "/authors", image: "/share/page/blog.png" };
  const tags = describePage({ ...site, ...page });
  return authors.length > 0 ? tags : [...tags, { name: "robots", content: "noindex" }];
}

const title = "Who writes here";
const lead = "The authors of our blog, and their posts.";

export default function Authors({ loaderData: { authors, crumbs } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={title} lead={lead} crumbs={crumbs} />
      <section className="people flush page-grid">
        {authors.length === 0 ? (
          <EmptyNote title="No authors yet." actions={[{ label: "All posts", to: "/blog" }]} />
        ) : (
          <ul className="team">
            {authors.map(({ path, ...person }) => (
              <PersonRow key={path} {...person} to={path} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
