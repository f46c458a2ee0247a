import { readHead } from "../app/platform/http/listener/cached-answers.ts";
import { createDice, createNodeReader, findDisagreement, rollHead } from "../tests/support/request-heads.ts";

/**
 * Compares the product's request-head parser with Node's on generated heads: equal answers, or left to Node.
 * `npm run heads -- [how many] [seed]`
 */
const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32);
const dice = createDice(seed);
const readByNode = createNodeReader();
const found = new Map<string, string>();
let understood = 0;
let different = 0;
for (let done = 0; done < count; done += 1) {
  const chunk = rollHead(dice);
  const own = readHead(chunk);
  if (own) understood += 1;
  const disagreement = own && findDisagreement(own, readByNode(chunk));
  if (!disagreement) continue;
  different += 1;
  const kind = disagreement.replace(/"[^"]*"/g, "…");
  if (!found.has(kind)) found.set(kind, `${disagreement}: ${JSON.stringify(chunk.toString("latin1"))}`);
}
process.stdout.write(`${[...found.values()].join("\n")}\n`);
process.stdout.write(
  `seed ${seed}: ${count} heads, ${understood} understood, ${count - understood} left to Node, ${different} different\n`,
);
process.exitCode = different === 0 ? 0 : 1;
