import { useEffect } from "react";
import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { waitUntilReachable } from "../parts/screen.tsx";

/** Error page in place of a screen. */
export function ScreenError({ error, isInLayout = true }: { error: unknown; isInLayout?: boolean }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { pathname, search } = useLocation();
  const isOffline = isConnectionLost(error);
  const { title, text } = isOffline ? offlineText : errorText(status, isInLayout);
  useReloadWhenOnline(isOffline);
  return (
    <section className="broken pad">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="row">
        {isOffline && (
          <a className="btn" href={pathname + search}>
            Try again
          </a>
        )}
        {isOffline ? null : isInLayout ? (
          <Link className="btn" to="/dashboard/home">
            Go to dashboard home
          </Link>
        ) : (
          <a className="btn" href="/myprofile">
            My profile
          </a>
        )}
        {status >= 500 && !isOffline && (
          <a className="btn quiet" href={pathname + search}>
            Try again
          </a>
        )}
        <a className="btn quiet" href="/">
          View site
        </a>
      </p>
    </section>
  );
}

/** Whether fetching the data failed; browsers word this error differently. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

const offlineText = {
  title: "No connection",
  text: "The site could not be reached. What you saved is safe. This page reloads when the connection is back.",
};

function useReloadWhenOnline(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return;
    let isStopped = false;
    void waitUntilReachable().then(() => {
      if (!isStopped) window.location.reload();
    });
    return () => {
      isStopped = true;
    };
  }, [isLost]);
}

function errorText(status: number, isInLayout: boolean): { title: string; text: string } {
  if (status === 403 && isInLayout)
    return {
      title: "Only admins can open this page",
      text: "You are signed in as an editor. If you need this page, ask an admin to change your role.",
    };
  if (status === 403)
    return {
      title: "Only staff can open the dashboard",
      text: "You are signed in as a member. If you work here, ask an admin to change your role.",
    };
  if (status === 404)
    return {
      title: "Page not found",
      text: "This page does not exist, or what it showed was deleted. Look in the trash, or search with Ctrl K.",
    };
  return {
    title: "Something went wrong",
    text: `This is not your fault (error\u00a0${status}). What you saved is safe. Try again in a minute.`,
  };
}
