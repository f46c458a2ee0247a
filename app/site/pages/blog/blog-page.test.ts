import { expect, test } from "vitest";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readBlogPage } from "./blog-page.ts";

test.each(engines)("%s: pages of the blog link to each other with their filter", async (engine) => {
  await using site = await openTestSite(engine);
  const create = (name: string) => write(site.context.db, (tx) => createCategory(tx, "blog", { name }));
  const other = await create("Studio");
  const { id } = await create("R & D");
  for (let n = 1; n <= 14; n++)
    await site.publish(blog, { title: `Post ${n}`, categories: [other.id, id], tags: ["tea"] });
  await site.publish(blog, { title: "Other" });
  const read = (path: string) =>
    readBlogPage(site.context, new URL(path, "https://kolpona.example").searchParams);

  for (const filter of ["category=R-%26-D", "tag=tea"]) {
    const first = await read(`/blog?${filter}`);
    expect(first).toMatchObject({ previous: null, isFirst: false, canonical: `/blog?${filter}` });
    expect(first.posts).toHaveLength(12);
    expect(first.next).toMatch(`/blog?${filter}&after=`);
    const second = await read(first.next ?? "");
    expect(second).toMatchObject({ next: null, canonical: first.next });
    expect(second.found).toMatch(/^14 posts/);
    expect((await read(second.previous ?? "")).posts).toEqual(first.posts);
  }
  expect((await read("/blog?category=R-%26-D")).posts[0]?.category).toBe("R & D");
  expect((await read("/blog?tag=tea")).posts[0]?.category).toBe("Studio");
  expect(await read("/blog")).toMatchObject({ found: "15 posts", isFirst: true, canonical: "/blog" });
});

test.each(engines)("%s: a filter without posts shows an empty list with links", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(blog, { title: "Tea" });
  const read = (query: Record<string, string>) => readBlogPage(site.context, new URLSearchParams(query));
  for (const query of [{ category: "<b>" }, { tag: "<b>" }, { q: "coffee" }])
    expect(await read(query)).toMatchObject({
      posts: [],
      found: expect.stringMatching(/^0 posts/),
      isUnknown: !("q" in query),
    });
  expect(await read({ q: "tea" })).toMatchObject({ query: "tea", isIndexed: false, canonical: "/blog" });
});
