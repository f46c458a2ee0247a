import { expect, test } from "vitest";
import { malformedRequests } from "../../../../tests/support/malformed-requests.ts";
import {
  createDice,
  createNodeReader,
  findDisagreement,
  rollHead,
} from "../../../../tests/support/request-heads.ts";
import { readHead } from "./cached-answers.ts";

const readByNode = createNodeReader();

test.each(Object.entries(malformedRequests))(
  "%s: readHead agrees with Node or returns null",
  (_rule, requests) => {
    const found = requests.flatMap((request) => {
      const chunk = Buffer.from(request, "latin1");
      return findDisagreement(readHead(chunk), readByNode(chunk)) ?? [];
    });
    expect(found).toEqual([]);
  },
);

test("for generated heads readHead agrees with Node or returns null", () => {
  const dice = createDice(1);
  const found = new Set<string>();
  let accepted = 0;
  for (let done = 0; done < 50_000; done += 1) {
    const chunk = rollHead(dice);
    const own = readHead(chunk);
    if (!own) continue;
    accepted += 1;
    const disagreement = findDisagreement(own, readByNode(chunk));
    if (disagreement) found.add(`${disagreement}: ${JSON.stringify(chunk.toString("latin1"))}`);
  }
  expect([...found]).toEqual([]);
  expect(accepted).toBeGreaterThan(5_000);
});
