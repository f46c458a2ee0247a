/** All kinds of content. `sidebarPosition` of each sets their order. */
export { author } from "./kinds/author.ts";
export { blog } from "./kinds/blog.ts";
export { client } from "./kinds/client.ts";
export { media } from "./kinds/media.ts";
export { portfolio } from "./kinds/portfolio.ts";
export { service } from "./kinds/service.ts";
