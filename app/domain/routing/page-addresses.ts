/** A page's address as visitors see it, without the router's data suffix and parameters. */
export function ownAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== "_routes" && name !== "index"),
  );
  const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Path of the reauthentication page. @param next path to return to afterwards */
export function confirmPath(next: string): string {
  return `/myprofile/confirm?${new URLSearchParams({ next })}`;
}

/** Value of `problem` on the sign-in page after a form was sent with an ended session. */
export const signedOutProblem = "signed-out";

/** Path of the sign-in page. @param next path to return to afterwards */
export function signInPath(next: string, problem?: typeof signedOutProblem): string {
  return `/login?${new URLSearchParams({ next, ...(problem && { problem }) })}`;
}

/** Message from the editor to its preview frame that newer content exists. */
export const refreshMessage = "frontdesk: look again";

/** Path of the preview of an entry, in its newest or the given version. */
export function previewPath(kind: string, id: string, version?: number): string {
  return `/preview/${kind}/${id}${version === undefined ? "" : `?version=${version}`}`;
}
