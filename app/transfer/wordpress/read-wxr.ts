import { basename } from "node:path";
import { NotImportable } from "../problem.ts";
import { readXml } from "./read-xml.ts";
import type { WxrItem, WxrSite, WxrTerm } from "./wxr.ts";
import { childrenNamed, childText, type XmlElement } from "./xml-element.ts";

/** Reads a WordPress export; throws NotImportable when it is none. */
export async function readWxr(path: string): Promise<WxrSite> {
  const file = basename(path);
  const site: WxrSite = {
    title: "",
    description: "",
    urls: [],
    authors: new Map(),
    categories: [],
    menus: [],
    items: [],
    strayCharacters: 0,
  };
  let isExport = false;
  const { strayCharacters } = await readXml(path, file, "channel", (element) => {
    isExport ||= element.name === "wp:wxr_version";
    takeElement(site, element);
  });
  if (!isExport)
    throw new NotImportable([
      {
        file,
        line: null,
        field: "",
        message: "This is no WordPress export; make one in its dashboard under Tools, Export",
      },
    ]);
  return { ...site, strayCharacters };
}

function takeElement(site: WxrSite, element: XmlElement): void {
  const text = element.text.trim();
  const take: Record<string, () => unknown> = {
    title: () => (site.title ||= text),
    description: () => (site.description ||= text),
    link: () => site.urls.push(text),
    "wp:base_blog_url": () => site.urls.push(text),
    "wp:author": () =>
      site.authors.set(childText(element, "wp:author_login"), childText(element, "wp:author_display_name")),
    "wp:category": () => site.categories.push(readTerm(element)),
    "wp:term": () => takeTerm(site, element),
    item: () => site.items.push(readItem(element)),
  };
  if (Object.hasOwn(take, element.name)) take[element.name]?.();
}

function readTerm(element: XmlElement): WxrTerm {
  return {
    slug: childText(element, "wp:category_nicename"),
    name: childText(element, "wp:cat_name"),
    parent: childText(element, "wp:category_parent"),
    description: childText(element, "wp:category_description"),
  };
}

function takeTerm(site: WxrSite, element: XmlElement): void {
  if (childText(element, "wp:term_taxonomy") === "nav_menu")
    site.menus.push(childText(element, "wp:term_name"));
}

function readItem(element: XmlElement): WxrItem {
  const text = (name: string) => childText(element, name);
  const raw = (name: string) => element.children.find((child) => child.name === name)?.text ?? "";
  const meta = childrenNamed(element, "wp:postmeta").map(
    (one) => [childText(one, "wp:meta_key"), childText(one, "wp:meta_value")] as const,
  );
  return {
    id: text("wp:post_id"),
    type: text("wp:post_type"),
    status: text("wp:status"),
    title: text("title"),
    link: text("link"),
    slug: text("wp:post_name"),
    parent: text("wp:post_parent"),
    author: text("dc:creator"),
    date: text("wp:post_date"),
    dateGmt: text("wp:post_date_gmt"),
    content: raw("content:encoded"),
    excerpt: text("excerpt:encoded"),
    password: text("wp:post_password"),
    isSticky: text("wp:is_sticky") === "1",
    terms: childrenNamed(element, "category").map(({ attributes, text: name }) => ({
      domain: attributes.domain ?? "",
      slug: attributes.nicename ?? "",
      name: name.trim(),
    })),
    meta: new Map(meta),
    attachmentUrl: text("wp:attachment_url"),
    comments: childrenNamed(element, "wp:comment").filter(
      (one) => childText(one, "wp:comment_approved") !== "spam",
    ).length,
  };
}
