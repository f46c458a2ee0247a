import { Link } from "react-router";
import { pageContext } from "#app/pages/page-context.ts";
import { langAttribute } from "#app/site/parts/language.ts";
import { EmptyNote } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { SearchForm } from "#app/site/parts/search-form.tsx";
import { describePage } from "#app/site/seo/head.ts";
import type { Route } from "./+types/search.ts";
import { markWords } from "./mark-words.ts";
import { readSearchPage } from "./search-page.ts";

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

export default function Search({ loaderData: { query, results } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Search" />
      <section className="page-grid search-page">
        <SearchForm action="/search" id="site-search" label="What are you looking for?" query={query} />
        <p className={results.length > 0 ? "found-line" : "found-line visually-hidden"} role="status">
          {query !== "" &&
            `${results.length === 30 ? "30 or more" : results.length} ${results.length === 1 ? "result" : "results"} for “${query}”`}
        </p>
        {results.length === 0 && <Nothing query={query} />}
        <ol className="results">
          {results.map((result) => (
            <Result key={result.kind + result.path + result.title} query={query} result={result} />
          ))}
        </ol>
      </section>
    </>
  );
}

type Found = Route.ComponentProps["loaderData"]["results"][number];

function Result({ query, result }: { query: string; result: Found }) {
  return (
    <li>
      <Link to={result.path} viewTransition>
        <small>{result.kind}</small>
        <h2 lang={langAttribute(result.title)}>
          <Marked text={result.title} query={query} />
        </h2>
        <p lang={langAttribute(result.summary)}>
          <Marked text={result.summary} query={query} />
        </p>
      </Link>
    </li>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map(({ at, part, isHit }) => (isHit ? <mark key={at}>{part}</mark> : part));
}

function Nothing({ query }: { query: string }) {
  const actions = [
    { label: "See what we do", to: "/services" },
    { label: "Ask us", to: "/contact" },
  ];
  if (query === "")
    return (
      <EmptyNote
        title="Search everything we have published"
        text="Services, case studies, clients, news and posts, in Bangla and in English. The beginning of a word is enough."
        actions={actions}
      />
    );
  return (
    <EmptyNote
      title={`Nothing here about “${query}”`}
      text="Try fewer words, or only the beginning of one. Or tell us what you are looking for, and a person will answer."
      actions={actions}
    />
  );
}
