/** Who may use a page; a frame around pages or the end of a wrong way says "anyone" like the rest. */
export type WhoMay = "anyone" | "signed-in" | "editor" | "admin";

/**
 * Every page by its route's id. It stands beside `routes.ts` and not in the pages themselves, because what a page exports
 * is sent to browsers. What is said here is kept by `requirePerson` and `requireStaff` in the page's loader and action; the
 * inventory test asks each page as everybody.
 */
export const whoMay: Record<string, WhoMay> = {
  root: "anyone",
  "site/shell/shell": "anyone",
  "site/home/home": "anyone",
  "site/services/list": "anyone",
  "site/services/detail": "anyone",
  "site/media/list": "anyone",
  "site/media/detail": "anyone",
  "site/clients/list": "anyone",
  "site/portfolio/list": "anyone",
  "site/portfolio/detail": "anyone",
  "site/about/about": "anyone",
  "site/contact/contact": "anyone",
  "site/call-to-action/call-to-action": "anyone",
  "site/newsletter/subscribe": "anyone",
  "site/blog/list": "anyone",
  "site/blog/detail": "anyone",
  "site/search/search": "anyone",
  "site/legal/terms": "anyone",
  "site/legal/privacy": "anyone",
  "site/account/login/login": "anyone",
  "site/account/login/second-step": "anyone",
  "site/account/registration/registration": "anyone",
  "site/account/links/verify-email": "anyone",
  "site/account/links/verify-email-change": "anyone",
  "site/account/links/reset-password": "anyone",
  "site/account/links/setup": "anyone",
  "site/account/done": "anyone",
  "site/account/profile/profile": "signed-in",
  "site/account/profile/photo": "signed-in",
  "site/account/profile/email": "signed-in",
  "site/account/profile/password": "signed-in",
  "site/account/profile/passkeys": "signed-in",
  "site/account/profile/two-step": "signed-in",
  "site/account/profile/delete": "signed-in",
  "site/account/profile/confirm": "signed-in",
  "site/account/profile/export": "signed-in",
  "site/account/staff-only": "editor",
  "site/shell/not-found": "anyone",
  "site/blog/feed": "anyone",
  "site/seo/sitemap": "anyone",
  "sitemap-part": "anyone",
  "site/seo/share-image": "anyone",
  "site/seo/robots": "anyone",
  "site/seo/manifest": "anyone",
};

/** Throws when a page does not say who may use it, or something is said of a page that is not there. */
export function checkStatements(routes: Readonly<Record<string, unknown>>): void {
  const silent = Object.keys(routes).filter((id) => !Object.hasOwn(whoMay, id));
  if (silent.length > 0) throw new TypeError(`app/who-may.ts does not say who may use ${silent.join(", ")}`);
  const lost = Object.keys(whoMay).filter((id) => !Object.hasOwn(routes, id));
  if (lost.length > 0)
    throw new TypeError(`app/who-may.ts speaks of pages that are not there: ${lost.join(", ")}`);
}
