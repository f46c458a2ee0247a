import { pageContext } from "#app/pages/page-context.ts";
import blogSheet from "#app/site/blog/blog-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { SearchForm } from "#app/site/parts/search-form.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Route } from "./+types/search.ts";
import { type MarkedText, type ResultRow, readSearchPage } from "./search-page.ts";

export const links = linkSheets(blogSheet);

/** One of a kind for each query, and so never kept. */
export function loader({ context, url }: Route.LoaderArgs) {
  return readSearchPage(context.get(pageContext), url.searchParams);
}

export function meta({ loaderData: { title, description, site } }: Route.MetaArgs) {
  return [
    ...describePage({ ...site, title, description, path: "/search" }),
    { name: "robots", content: "noindex" },
  ];
}

export default function Search({
  loaderData: { query, results, isCut, isPartial, suggestions },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Search" />
      <section className="page-grid search-page">
        <SearchForm
          action="/search"
          id="site-search"
          label="What are you looking for?"
          placeholder="A word or a name"
          query={query}
          isFirst={query === ""}
        />
        <p className={results.length > 0 ? "found-line" : "found-line visually-hidden"} role="status">
          {query !== "" &&
            `${isCut ? `${results.length} or more` : results.length} ${results.length === 1 ? "result" : "results"} for ${isPartial ? "some words of " : ""}“${query}”`}
        </p>
        {results.length > 0 ? (
          <>
            <h2 className="visually-hidden">Results</h2>
            <Results rows={results} />
          </>
        ) : (
          <Nothing query={query} near={suggestions} />
        )}
      </section>
    </>
  );
}

/** Without a filled button: that is the search's own. */
function Nothing({ query, near }: { query: string; near: ResultRow[] }) {
  return (
    <>
      <div className="search-note">
        {query !== "" && <h2>Nothing here about “{query}”</h2>}
        <p>
          {query === ""
            ? "Services, case studies, clients, news and posts, in Bangla and in English. The beginning of a word is enough."
            : "Try fewer words, or only the beginning of one."}{" "}
          {query !== "" && <PageLink to="/contact">Or ask us, and a person will answer.</PageLink>}
        </p>
      </div>
      {near.length > 0 && (
        <>
          <h2 className="search-near">{query === "" ? "Start here" : "You may be looking for"}</h2>
          <Results rows={near} />
        </>
      )}
    </>
  );
}

function Results({ rows }: { rows: ResultRow[] }) {
  return (
    <ol className="results">
      {rows.map(({ id, kind, path, title, extract }) => (
        <li key={id}>
          <PageLink to={path} viewTransition>
            <small>{kind}</small>
            <h3 lang={title.lang}>
              <Marked text={title} />
            </h3>
            <p lang={extract.lang}>
              <Marked text={extract} />
            </p>
          </PageLink>
        </li>
      ))}
    </ol>
  );
}

function Marked({ text }: { text: MarkedText }) {
  return text.parts.map(({ at, part, isHit }) => (isHit ? <mark key={at}>{part}</mark> : part));
}
