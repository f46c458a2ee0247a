/** Whether a session may be there: a hint the server sets beside the session's own cookie, which no script can read. */
export function hasSignedInHint(): boolean {
  return /(^|; )signed-in=1(;|$)/.test(document.cookie);
}
