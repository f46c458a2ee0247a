import { closeSync, openSync, writeSync } from "node:fs";

/** Writes posts in the format that `npm run import` reads. */
export function writePostsFile(path: string, posts: number): void {
  const file = openSync(path, "w");
  writeSync(file, '{ "categories": { "blog": [{ "name": "Engineering" }] }, "blogs": [');
  for (let n = 0; n < posts; n += 1)
    writeSync(file, `${n === 0 ? "" : ","}\n${JSON.stringify(createPost(n))}`);
  writeSync(file, "\n] }\n");
  closeSync(file);
}

/** Post of some 2 KB in a few paragraphs. */
function createPost(n: number) {
  const sentence = `The ferry of number ${n} leaves the ghat with meters, ledgers and letters for the other bank.`;
  const paragraph = `${sentence} **All of it** is [listed](https://meters.example/${n}). ${sentence}`;
  return {
    title: `Post ${n} about the ferry`,
    summary: sentence,
    publishedOn: new Date(Date.UTC(2010, 0, 1) + n * 4_000_000).toISOString().slice(0, 10),
    categories: ["Engineering"],
    tags: [`Route ${n % 20}`],
    author: `Writer ${n % 20}`,
    body: Array.from({ length: 8 }, () => paragraph).join("\n\n"),
  };
}
