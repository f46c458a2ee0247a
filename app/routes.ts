import { resourceScreens } from "#app/ops/resources/resources.server.ts";
import { kinds, taxonomies } from "./domain/content/kinds.ts";
import { blogPageKeys, startPageKeys } from "./domain/content/urls/redirect-keys.ts";
import type { CacheRule } from "./platform/http/cache/address-rules.ts";
import { index, layout, type ProductRoute, type RouteRules, route } from "./server/declare-routes.ts";

const anyone: RouteRules = { who: "anyone" };
const signedIn: RouteRules = { who: "signed-in" };
const editors: RouteRules = { who: "editor" };
const admins: RouteRules = { who: "admin" };

/** Access by the mailed link alone. Its form may be sent from our page or by a mail program (RFC 8058). */
const mailedLink: RouteRules = { who: "anyone", formsFrom: "anywhere" };

/** Public page whose visits are counted; never cached. */
const countedPage: RouteRules = { who: "anyone", isCounted: true };
const cachedPage = (cache: CacheRule = {}): RouteRules => ({ ...countedPage, cache });
const cachedFile: RouteRules = { who: "anyone", cache: {} };

const kindScreens = [
  { file: "list", step: "list", below: "" },
  { file: "add", step: "add", below: "" },
  { file: "edit", step: "edit", below: "/:id" },
  // Without an id, redirects to the list.
  { file: "to-list", step: "edit", below: "" },
  { file: "history", step: "edit", below: "/:id/history" },
] as const;

/** Dashboard routes of every content kind. */
const contentScreens = kinds.flatMap(({ name, dashboard }) =>
  kindScreens.map(({ file, step, below }) => ({
    id: `dashboard/content/${file}-${name}`,
    path: `${dashboard[step]}${below}`,
    file: `dashboard/content/${file}.${file === "to-list" ? "ts" : "tsx"}`,
  })),
);

/** All page routes, with their access and caching rules. */
export default [
  layout("site/shell/shell.tsx", anyone, [
    // Old links to a former site still use these query parameters.
    index("site/pages/home/home.tsx", cachedPage({ uncached: startPageKeys })),
    route("services", "site/pages/services/list.tsx", cachedPage()),
    route("services/:slug", "site/pages/services/detail.tsx", cachedPage()),
    route("media", "site/pages/media/list.tsx", cachedPage({ query: ["after", "before", "type"] })),
    route("media/:slug", "site/pages/media/detail.tsx", cachedPage()),
    route("clients", "site/pages/clients/list.tsx", cachedPage({ query: ["after", "before", "industry"] })),
    route(
      "portfolio",
      "site/pages/portfolio/list.tsx",
      cachedPage({ query: ["after", "before", "category"] }),
    ),
    route("portfolio/:slug", "site/pages/portfolio/detail.tsx", cachedPage()),
    route("about", "site/pages/about/about.tsx", cachedPage()),
    route(
      "contact",
      "site/pages/contact/contact.tsx",
      cachedPage({ query: ["service"], uncached: ["sent"] }),
    ),
    route(
      "calltoaction",
      "site/pages/contact/call-to-action/call-to-action.tsx",
      cachedPage({ query: ["topic"], uncached: ["sent"] }),
    ),
    route("newsletter", "site/pages/newsletter/subscribe.tsx", countedPage),
    route("newsletter/archive", "site/pages/newsletter/archive.tsx", cachedPage()),
    route("newsletter/archive/:slug", "site/pages/newsletter/archived.tsx", cachedPage()),
    route(
      "blog",
      "site/pages/blog/list.tsx",
      cachedPage({ query: ["after", "before", "category", "tag"], uncached: ["q", ...blogPageKeys] }),
    ),
    route("blog/:slug", "site/pages/blog/detail.tsx", cachedPage()),
    route("authors", "site/pages/authors/list.tsx", cachedPage()),
    route("authors/:slug", "site/pages/authors/detail.tsx", cachedPage({ query: ["after", "before"] })),
    route("search", "site/pages/search/search.tsx", countedPage),
    route("terms", "site/pages/legal/terms.tsx", cachedPage()),
    route("privacy", "site/pages/legal/privacy.tsx", cachedPage()),
    route("login", "site/account/login/login.tsx", countedPage),
    route("login/second-step", "site/account/login/two-factor.tsx", anyone),
    route("registration", "site/account/registration/registration.tsx", countedPage),
    // Targets of mailed links; the link grants access.
    route("newsletter/confirm", "site/pages/newsletter/confirm.tsx", mailedLink),
    route("newsletter/unsubscribe", "site/pages/newsletter/unsubscribe.tsx", mailedLink),
    route("verify-email", "site/account/links/verify-email.tsx", anyone),
    route("verify-email-change", "site/account/links/verify-email-change.tsx", anyone),
    route("reset-password", "site/account/links/reset-password.tsx", anyone),
    route("setup", "site/account/links/setup.tsx", anyone),
    route("invitation", "site/account/links/invitation.tsx", anyone),
    route("myprofile", "site/account/profile/profile.tsx", signedIn),
    route("myprofile/photo", "site/account/profile/photo.tsx", signedIn),
    route("myprofile/email", "site/account/profile/email.tsx", signedIn),
    route("myprofile/password", "site/account/profile/password.tsx", signedIn),
    route("myprofile/passkeys", "site/account/profile/passkeys.tsx", signedIn),
    route("myprofile/two-step", "site/account/profile/two-factor.tsx", signedIn),
    route("myprofile/delete", "site/account/profile/delete.tsx", signedIn),
    route("myprofile/confirm", "site/account/profile/confirm.tsx", signedIn),
    // The link grants access to the first.
    route("preview/link/:token", "site/preview/preview-link.tsx", anyone),
    route("preview/:kind/:id", "site/preview/preview.tsx", editors),
    // The answer is 404 for every method and sender.
    route("*", "site/shell/not-found.tsx", { who: "anyone", formsFrom: "anywhere" }),
  ]),
  route("dashboard", "dashboard/shell/shell.tsx", editors, [
    index("dashboard/shell/redirect-to-home.ts", editors),
    layout("dashboard/shell/screens.tsx", editors, [
      route("home", "dashboard/home/home.tsx", editors),
      route("home/visits.csv", "dashboard/home/visits-csv.ts", editors),
      route("usercontactdata", "dashboard/leads/lead-list.tsx", editors, [
        index("dashboard/leads/nothing-selected.tsx", editors),
        route(":id", "dashboard/leads/lead-pane.tsx", editors),
      ]),
      route("usercontactdata/rules", "dashboard/leads/settings/inbox-settings.tsx", {
        who: "editor",
        whoActs: "admin",
      }),
      route("usercontactdata/texts", "dashboard/leads/settings/saved-replies.tsx", editors),
      route("call/import", "dashboard/newsletter/subscribers/import.tsx", editors),
      route("call/:id", "dashboard/newsletter/subscribers/one.tsx", editors),
      route(
        "call/requests",
        "dashboard/leads/lead-list.tsx",
        { id: "dashboard/leads/requests", who: "editor" },
        [
          index("dashboard/leads/nothing-selected.tsx", {
            id: "dashboard/leads/no-request-chosen",
            who: "editor",
          }),
          route(":id", "dashboard/leads/lead-pane.tsx", { id: "dashboard/leads/request", who: "editor" }),
        ],
      ),
      route("newsletter", "dashboard/newsletter/list.tsx", editors),
      route("newsletter/:id", "dashboard/newsletter/campaign.tsx", editors),
      route("newsletter/:id/save", "dashboard/newsletter/save-campaign.ts", editors),
      route("newsletter/:id/preview", "dashboard/newsletter/preview.tsx", editors),
      route("newsletter/:id/mail", "dashboard/newsletter/mail.ts", editors),
      route("newsletter/:id/send", "dashboard/newsletter/send.tsx", editors),
      ...contentScreens.map(({ id, path, file }) => route(path, file, { id, who: "editor" })),
      ...taxonomies.map(({ name, dashboard }) =>
        route(dashboard, "dashboard/content/categories/categories.tsx", {
          id: `dashboard/categories/${name}`,
          who: "editor",
        }),
      ),
      route("entry/save/:kind/:id", "dashboard/content/saving/save-route.ts", editors),
      route("entry/find", "dashboard/content/form/find-route.ts", editors),
      route("entry/category", "dashboard/content/form/category-route.ts", editors),
      route("previews/:kind/:id", "dashboard/content/previews.tsx", editors),
      route("names", "dashboard/content/names.ts", editors),
      route("user/invite", "dashboard/people/invite.tsx", admins),
      route("user/:id", "dashboard/people/person.tsx", admins),
      route("profile", "dashboard/people/own-profile.tsx", editors),
      route("settings", "dashboard/settings/overview.tsx", admins),
      route("settings/connections", "dashboard/settings/connections.tsx", admins),
      route("settings/system", "dashboard/settings/system.tsx", admins),
      route("settings/sample", "dashboard/settings/sample.tsx", admins),
      route("settings/import", "dashboard/settings/import/import.tsx", {
        id: "dashboard/settings/import",
        who: "admin",
      }),
      route("settings/import/report", "dashboard/settings/import/report.tsx", {
        id: "dashboard/settings/import/report",
        who: "admin",
      }),
      route("settings/export", "dashboard/settings/export/export.tsx", {
        id: "dashboard/settings/export",
        who: "admin",
      }),
      route("settings/:section", "dashboard/settings/section.tsx", admins),
      route("redirects/lost", "dashboard/content/redirects/not-found.tsx", admins),
      route("redirects/sheet", "dashboard/content/redirects/sheet.tsx", admins),
      route("redirects/:id", "dashboard/content/redirects/edit.tsx", admins),
      route("mail/templates", "dashboard/settings/mail/templates.tsx", admins),
      route("mail/templates/:name", "dashboard/settings/mail/mail-html.ts", {
        id: "dashboard/settings/mail/sample-html",
        who: "admin",
      }),
      route("mail/:id", "dashboard/settings/mail/one.tsx", admins),
      route("mail/:id/html", "dashboard/settings/mail/mail-html.ts", admins),
      route("mail/:id/eml", "dashboard/settings/mail/mail-file.ts", admins),
      route("backups/:name", "dashboard/settings/backups/download.ts", admins),
      route("webhooks/new", "dashboard/settings/integrations/new-webhook.tsx", admins),
      route("webhooks/:id", "dashboard/settings/integrations/webhook.tsx", admins),
      route("tokens/new", "dashboard/settings/integrations/new-token.tsx", admins),
      ...resourceScreens.map(({ id, path, file, role }) => route(path, file, { who: role, id })),
      route("files", "dashboard/files/library.tsx", editors),
      route("files/:id", "dashboard/files/file.tsx", editors),
    ]),
    route("settings/export/file", "dashboard/settings/export/download.ts", {
      id: "dashboard/settings/export/file",
      who: "admin",
    }),
    route("settings/import/report/csv", "dashboard/settings/import/report-csv.ts", {
      id: "dashboard/settings/import/report/csv",
      who: "admin",
    }),
    route("settings/import/file", "dashboard/settings/import/receive.ts", admins),
    route("theme", "dashboard/shell/theme.ts", editors),
    route("*", "dashboard/shell/no-screen.tsx", { who: "editor", formsFrom: "anywhere" }),
  ]),
  route("myprofile/export", "site/account/profile/export.ts", signedIn),
  // Newsletter form in the footer of every page.
  route("newsletter/sign-up", "site/pages/newsletter/sign-up.ts", anyone),
  route("auth/done", "site/account/done.ts", anyone),
  // Feeds, calendars, sitemaps and generated images.
  route("blog/feed.xml", "site/pages/blog/feed.ts", cachedFile),
  route("media/:slug/event.ics", "site/pages/media/calendar.ts", cachedFile),
  route("sitemap.xml", "site/seo/sitemap.ts", cachedFile),
  route("sitemaps/:part", "site/seo/sitemap.ts", { id: "sitemap-part", ...cachedFile }),
  route("logos/:name", "site/pages/home/logo-sprite.ts", cachedFile),
  route("share/:kind/:name", "site/seo/share-image.ts", cachedFile),
  route("robots.txt", "site/seo/robots.ts", cachedFile),
  route("site.webmanifest", "site/seo/manifest.ts", cachedFile),
] satisfies ProductRoute[];
