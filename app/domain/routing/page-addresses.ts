/** A page's address as visitors see it, without the router's data suffix and parameters. */
export function ownAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== "_routes" && name !== "index"),
  );
  const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The page that asks for the password again, and where to go afterwards. */
export function confirmPath(next: string): string {
  return `/myprofile/confirm?${new URLSearchParams({ next })}`;
}

/** Problem in the address of the sign-in page: a form was sent after its session had ended. */
export const signedOutProblem = "signed-out";

/** The page to sign in on, and where to go afterwards. */
export function signInPath(next: string, problem?: typeof signedOutProblem): string {
  return `/login?${new URLSearchParams({ next, ...(problem && { problem }) })}`;
}

/** Message from the editor to its preview frame that newer content exists. */
export const refreshMessage = "frontdesk: look again";

/** Where staff see the newest version of an entry, or the one of this number. */
export function previewPath(kind: string, id: string, version?: number): string {
  return `/preview/${kind}/${id}${version === undefined ? "" : `?version=${version}`}`;
}
