import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { SearchForm } from "#app/site/parts/search-form.tsx";
import thread from "./loose-thread.svg?url";

/** The page for an address that leads nowhere, or for what went wrong. */
export function Lost({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const words = wordsFor(status);
  const { pathname, search } = useLocation();
  return (
    <section className="lost g">
      <title>{words.title}</title>
      <meta name="robots" content="noindex" />
      <div className="t">
        <h1>{words.heading}</h1>
        <p className="lead">{words.text}</p>
        <SearchForm action="/search" id="lost-search" label="Search the site" />
        <ul className="ticks">
          {status >= 500 && (
            <li>
              <a href={pathname + search}>Try this page once more</a>
            </li>
          )}
          <li>
            <Link to="/services">What we make</Link>
          </li>
          <li>
            <Link to="/portfolio">Our work</Link>
          </li>
          <li>
            <Link to="/contact">Tell us what you were looking for</Link>
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
      text: "There is no page at this address. It may have been taken down, or a letter got lost on the way.",
    };
  if (status === 410)
    return {
      title: "This preview has ended",
      heading: "This thread has been cut.",
      text: "A link to a preview works for some days, or until it is taken back. Ask the person who sent it for a new one.",
    };
  if (status === 403)
    return {
      title: "Not for this account",
      heading: "This door is for staff.",
      text: "You are signed in, but this page is not open to your account. If it should be, ask an admin of the site.",
    };
  if (status < 500)
    return {
      title: "Not possible",
      heading: "That does not fit.",
      text: `The address or what came with it can't be used here (error\u00a0${status}). One of these ways leads on.`,
    };
  return {
    title: "Something broke",
    heading: "A thread broke.",
    text: `That is our fault, not yours (error\u00a0${status}). Try once more in a minute, or tell us what you were about to do.`,
  };
}
