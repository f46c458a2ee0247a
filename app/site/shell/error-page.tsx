import { isRouteErrorResponse, useLocation } from "react-router";
import { SearchForm } from "#app/site/parts/search-form.tsx";
import thread from "./loose-thread.svg?url";

/** Page for unknown addresses and errors. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const words = wordsFor(status);
  const { pathname, search } = useLocation();
  return (
    <section className="not-found page-grid">
      <title>{words.title}</title>
      <meta name="robots" content="noindex" />
      <div className="text">
        <h1>{words.heading}</h1>
        <p className="lead">{words.text}</p>
        <SearchForm action="/search" id="lost-search" label="Search the site" />
        <ul className="ticks">
          {status >= 500 && (
            <li>
              <a href={pathname + search}>Try again</a>
            </li>
          )}
          {/* Links to lists only: whole pages may be cached while data is unavailable. */}
          <li>
            <a href="/services">What we make</a>
          </li>
          <li>
            <a href="/portfolio">Our work</a>
          </li>
          <li>
            <a href="/contact">Tell us what you were looking for</a>
          </li>
        </ul>
      </div>
      <img className="cloth" src={thread} alt="" width={720} height={520} />
    </section>
  );
}

interface Words {
  title: string;
  heading: string;
  text: string;
}

function wordsFor(status: number): Words {
  if (status === 404)
    return {
      title: "Page not found",
      heading: "This thread ends here.",
      text: "There is no page at this address. It may have been removed, or the address has a typing mistake.",
    };
  if (status === 410)
    return {
      title: "This preview link has expired",
      heading: "This thread has been cut.",
      text: "This preview link has expired or was withdrawn. Ask the person who sent it for a new one.",
    };
  if (status === 403)
    return {
      title: "Not for this account",
      heading: "This page is for staff.",
      text: "You are signed in, but your account can’t open this page. If it should, ask an admin of the site.",
    };
  if (status < 500)
    return {
      title: "Not possible",
      heading: "This address can’t be used.",
      text: `The address, or something sent with it, is not valid (error\u00a0${status}). Try one of these pages.`,
    };
  return {
    title: "Something went wrong",
    heading: "This page didn’t load.",
    text: `A thread broke on our side (error\u00a0${status}). Try again in a minute, or tell us what you were looking for.`,
  };
}
