const plain = /(^|; )signed-in=1(;|$)/;
/** Over https, the cookie has a name that only this host can set (RFC 6265bis, 4.1.3). */
const prefixed = /(^|; )__Host-signed-in=1(;|$)/;

/** Whether a session may exist. The server sets this hint with the session cookie, which scripts can't read. */
export function hasSignedInHint(): boolean {
  return (location.protocol === "https:" ? prefixed : plain).test(document.cookie);
}

/** Whether a page is private to the signed-in user. */
export const isOwnPage = (pathname: string): boolean => /^\/myprofile(\/|$)/.test(pathname);

/** Script for the page head that marks the document as signed in before the first paint. */
export const signedInScript = `(location.protocol==="https:"?${prefixed}:${plain}).test(document.cookie)&&document.documentElement.classList.add("signed-in");`;
