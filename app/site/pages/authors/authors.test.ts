import { expect, test } from "vitest";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { write } from "#app/platform/database/database.ts";
import { readBlogPage } from "#app/site/pages/blog/blog-page.ts";
import { readPostPage } from "#app/site/pages/blog/posts.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { archive } from "#tests/support/entries.ts";
import { findWriters, readAuthorPage, readAuthorsPage } from "./authors.ts";

type Site = Awaited<ReturnType<typeof openTestSite>>;

async function readPost({ context }: Site, slug: string) {
  const found = await findPublished(context.db, blog, slug);
  if (!found || !("entry" in found)) throw new Error(`${slug} is not public.`);
  return readPostPage(context, found.entry);
}

async function readAuthor({ context }: Site, slug: string, query = "") {
  const found = await findPublished(context.db, author, slug);
  if (!found || !("entry" in found)) throw new Error(`${slug} is not public.`);
  return readAuthorPage(context, found.entry, new URLSearchParams(query));
}

test.each(engines)("%s: an author's page has a profile and paginated posts", async (engine) => {
  await using site = await openTestSite(engine);
  const links = [{ label: "", url: "https://www.code.example/tithi" }];
  const tithi = await site.publish(author, {
    title: "Tithi Oleek",
    role: "Developer",
    summary: "Bio.",
    links,
  });
  for (let n = 1; n <= 14; n++) await site.publish(blog, { title: `Post ${n}`, writtenBy: tithi });
  await site.publish(blog, { title: "Another’s" });
  await site.draft(blog, { title: "A draft", writtenBy: tithi });
  const first = await readAuthor(site, "Tithi-Oleek");
  expect(first).toMatchObject({
    title: "Tithi Oleek",
    role: "Developer",
    summary: "Bio.",
    links: [{ label: "code.example", url: "https://www.code.example/tithi" }],
    count: 14,
    previous: null,
    // The only link from a post to the list of authors.
    crumbs: [{ path: "/blog" }, { path: "/authors" }, { path: "/authors/Tithi-Oleek" }],
  });
  expect(first.posts).toHaveLength(12);
  expect(first.next).toMatch(/^\/authors\/Tithi-Oleek\?after=/);
  const second = await readAuthor(site, "Tithi-Oleek", first.next?.split("?")[1]);
  expect([second.posts.length, second.next]).toEqual([2, null]);
  expect(first.nodes[0]).toMatchObject({
    "@type": "Person",
    "@id": "https://kolpona.example/authors/Tithi-Oleek#person",
    jobTitle: "Developer",
    sameAs: ["https://www.code.example/tithi"],
  });
});

test.each(engines)("%s: a post names its public author, otherwise its typed author", async (engine) => {
  await using site = await openTestSite(engine);
  const { db } = site.context;
  const nodi = await site.publish(author, { title: "Nodi Golpo", role: "Marketing" });
  await site.publish(author, { title: "Silent" });
  await site.publish(blog, { title: "Signed", writtenBy: nodi, author: "Marketing desk" });
  await site.publish(blog, { title: "Guest", author: "A guest" });
  expect(await readPost(site, "Signed")).toMatchObject({
    author: { name: "Nodi Golpo", role: "Marketing", path: "/authors/Nodi-Golpo" },
    authorName: "Nodi Golpo",
    nodes: [
      { author: { "@type": "Person", "@id": "https://kolpona.example/authors/Nodi-Golpo#person" } },
      { "@type": "BreadcrumbList" },
    ],
  });
  expect(await readPost(site, "Guest")).toMatchObject({ author: null, authorName: "A guest" });
  const { posts } = await readBlogPage(site.context, new URLSearchParams());
  expect(posts.map(({ title, author }) => [title, author?.name]).toSorted()).toEqual([
    ["Guest", "A guest"],
    ["Signed", "Nodi Golpo"],
  ]);
  expect([...(await findWriters(db)).keys()]).toEqual([nodi]);
  expect((await readAuthorsPage(site.context)).authors).toMatchObject([
    { name: "Nodi Golpo", written: "One post" },
  ]);
  const actionContext = { actor: { id: "tester", requestId: "test" }, now: new Date() };
  await write(db, (tx) => archive(tx, author, nodi, actionContext));
  expect(await readPost(site, "Signed")).toMatchObject({ author: null, authorName: "Marketing desk" });
  expect((await findWriters(db)).size).toBe(0);
});
