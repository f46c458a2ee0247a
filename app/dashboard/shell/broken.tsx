import { isRouteErrorResponse, Link, useLocation } from "react-router";

/** What stands in place of a screen that can't be shown. */
export function Broken({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, text } = wordsFor(status);
  const { pathname, search } = useLocation();
  return (
    <section className="broken pad">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="row">
        {status === 403 ? (
          <a className="btn" href="/myprofile">
            My profile
          </a>
        ) : (
          <Link className="btn" to="/dashboard/home">
            To the dashboard’s home
          </Link>
        )}
        {status >= 500 && (
          <a className="btn q" href={pathname + search}>
            Try once more
          </a>
        )}
        <a className="btn q" href="/">
          To the site
        </a>
      </p>
    </section>
  );
}

function wordsFor(status: number): { title: string; text: string } {
  if (status === 403)
    return {
      title: "This door is for staff",
      text: "You are signed in, but this screen is not open to your account. If it should be, ask an admin of the site.",
    };
  if (status === 404)
    return {
      title: "Nothing is here",
      text: "There is no such screen, or what it showed has been deleted. Look in the trash, or search with Ctrl K.",
    };
  return {
    title: "That did not work",
    text: `It is our fault, not yours (error\u00a0${status}). What you had saved is safe. Try once more in a minute.`,
  };
}
