import { pageContext } from "#app/domain/routing/page-context.ts";
import blogSheet from "#app/site/pages/blog/blog-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { SearchForm } from "#app/site/parts/search-form.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/search.ts";
import { type MarkedText, type ResultRow, readSearchPage } from "./search-page.ts";

export const links = linkSheets(blogSheet);

/** Not cached, since each query differs. */
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

/** Has no primary button, since the search form has one. */
function Nothing({ query, near }: { query: string; near: ResultRow[] }) {
  return (
    <>
      <div className="search-note">
        {query !== "" && <h2>Nothing here about “{query}”</h2>}
        <p>
          {query === ""
            ? "Services, case studies, clients, news and posts, in Bangla and in English. The beginning of a word is enough."
            : "Try fewer words, or only the beginning of one."}{" "}
          {query !== "" && <a href="/contact">Or ask us, and a person will answer.</a>}
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
          <a href={path}>
            <small>{kind}</small>
            <h3 lang={title.lang}>
              <Marked text={title} />
            </h3>
            <p lang={extract.lang}>
              <Marked text={extract} />
            </p>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Marked({ text }: { text: MarkedText }) {
  return text.parts.map(({ at, part, isHit }) => (isHit ? <mark key={at}>{part}</mark> : part));
}
