import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { listTasks } from "./read-home.ts";

const at = "2026-03-01T10:00:00.000Z";
const nothing = { unanswered: [], scheduled: [], myDrafts: [], broken: [] };
const lead = (n: number) => ({
  kind: "message" as const,
  id: `m${n}`,
  reference: `FD-${n}`,
  name: "Karim",
  company: "",
  at,
  about: `Message ${n}`,
});
const draft = (n: number) => ({
  id: `d${n}`,
  title: `Draft ${n}`,
  kind: blog,
  path: `/dashboard/updateblog/d${n}`,
  state: "draft" as const,
  updatedAt: at,
});
const titles = (waiting: Partial<Parameters<typeof listTasks>[0]>, limit = 8) =>
  listTasks({ ...nothing, ...waiting }, limit).map(({ title }) => title);

test("own drafts keep their places when many messages wait", () => {
  const unanswered = Array.from({ length: 20 }, (_, n) => lead(n));
  const found = titles({ unanswered, myDrafts: [draft(1), draft(2), draft(3), draft(4)] });
  expect(found).toHaveLength(8);
  expect(found.filter((title) => title.startsWith("Draft"))).toEqual(["Draft 1", "Draft 2", "Draft 3"]);
});

test("overdue changes come first, and an entry has one broken link", () => {
  const late = { id: "e", title: "Late", kind: blog, path: "/x", action: "publish" as const, at };
  const link = (path: string) => ({
    kind: blog,
    id: "b",
    title: "Old links",
    field: "body",
    path,
    place: "nothing" as const,
  });
  const waiting = {
    scheduled: [{ ...late, isOverdue: true }],
    unanswered: [lead(1)],
    broken: [link("/gone"), link("/gone-too")],
  };
  expect(titles(waiting)).toEqual(["Late", "Message 1", "Old links"]);
  expect(listTasks({ ...nothing, ...waiting }, 8).at(-1)).toMatchObject({
    detail: "Post, broken link to /gone",
    path: "/dashboard/updateblog/b",
  });
});
