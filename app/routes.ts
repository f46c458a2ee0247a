import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every address of the product. Who may use them: anyone, as long as nothing else is said. */
export default [
  layout("site/shell/shell.tsx", [
    index("site/home/home.tsx"),
    route("services", "site/services/list.tsx"),
    route("services/:slug", "site/services/detail.tsx"),
    route("media", "site/media/list.tsx"),
    route("media/:slug", "site/media/detail.tsx"),
    route("clients", "site/clients/list.tsx"),
    route("portfolio", "site/portfolio/list.tsx"),
    route("portfolio/:slug", "site/portfolio/detail.tsx"),
    route("about", "site/about/about.tsx"),
    route("contact", "site/contact/contact.tsx"),
    route("calltoaction", "site/call-to-action/call-to-action.tsx"),
    route("newsletter", "site/newsletter/subscribe.tsx"),
    route("blog", "site/blog/list.tsx"),
    route("blog/:slug", "site/blog/detail.tsx"),
    route("search", "site/search/search.tsx"),
    route("terms", "site/legal/terms.tsx"),
    route("privacy", "site/legal/privacy.tsx"),
    route("login", "site/account/login/login.tsx"),
    route("login/second-step", "site/account/login/second-step.tsx"),
    route("registration", "site/account/registration/registration.tsx"),
    // Links in mails lead here: who has the link may use it.
    route("verify-email", "site/account/links/verify-email.tsx"),
    route("verify-email-change", "site/account/links/verify-email-change.tsx"),
    route("reset-password", "site/account/links/reset-password.tsx"),
    route("setup", "site/account/links/setup.tsx"),
    // Signed in.
    route("myprofile", "site/account/profile/profile.tsx"),
    route("myprofile/photo", "site/account/profile/photo.tsx"),
    route("myprofile/email", "site/account/profile/email.tsx"),
    route("myprofile/password", "site/account/profile/password.tsx"),
    route("myprofile/passkeys", "site/account/profile/passkeys.tsx"),
    route("myprofile/two-step", "site/account/profile/two-step.tsx"),
    route("myprofile/delete", "site/account/profile/delete.tsx"),
    route("myprofile/confirm", "site/account/profile/confirm.tsx"),
    // Editors and admins.
    route("dashboard/*", "site/account/staff-only.tsx"),
    route("*", "site/shell/not-found.tsx"),
  ]),
  route("myprofile/export", "site/account/profile/export.ts"),
  route("auth/done", "site/account/done.ts"),
  // For machines that read the site: anyone.
  route("blog/feed.xml", "site/blog/feed.ts"),
  route("sitemap.xml", "site/seo/sitemap.ts"),
  route("sitemaps/:part", "site/seo/sitemap.ts", { id: "sitemap-part" }),
  route("share/:kind/:name", "site/seo/share-image.ts"),
  route("robots.txt", "site/seo/robots.ts"),
  route("site.webmanifest", "site/seo/manifest.ts"),
] satisfies RouteConfig;
