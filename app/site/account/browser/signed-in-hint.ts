const plain = /(^|; )signed-in=1(;|$)/;
/** Over https under a name that only this host can set (RFC 6265bis, 4.1.3). */
const prefixed = /(^|; )__Host-signed-in=1(;|$)/;

/** Whether a session may be there: a hint the server sets beside the session's own cookie, which no script can read. */
export function hasSignedInHint(): boolean {
  return (location.protocol === "https:" ? prefixed : plain).test(document.cookie);
}

/** Whether a page is its person's own, so that nobody else may be shown it. */
export const isOwnPage = (pathname: string): boolean => /^\/myprofile(\/|$)/.test(pathname);

/** The hint as a script for the head of a page: marks the document before anything is painted. */
export const signedInScript = `(location.protocol==="https:"?${prefixed}:${plain}).test(document.cookie)&&document.documentElement.classList.add("signed-in");`;
