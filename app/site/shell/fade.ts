/** Paths that answer with something else than a page of the site: the dashboard, the API, a file. */
const elsewhere = /^\/(dashboard|api|files|weave)(\/|$)|\.\w+$/;

/**
 * Runs before anything is painted. One document of the site fades into the next, as its style asks; where that can't be the
 * browser reports an error. So nothing fades into what is no page of the site and does not ask for it, and that a page took
 * too long to be faded into, more than four seconds, is no error.
 */
export const fadeScript =
  `addEventListener("pageswap",(e)=>{e.viewTransition&&${elsewhere}.test(new URL(e.activation.entry.url).pathname)&&e.viewTransition.skipTransition()});` +
  "document.activeViewTransition?.ready.catch(()=>{});";
