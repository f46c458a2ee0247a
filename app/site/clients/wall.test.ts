import { expect, test } from "vitest";
import { arrangeWall } from "./wall.ts";

const speaking = { testimonial: { quote: "Yes." } };
const silent = { testimonial: null };

/** One letter for each cell: a mark, or a company that speaks. */
function drawWall(clients: { testimonial: object | null }[]): string {
  return arrangeWall(clients)
    .cells.map(({ speaks }) => (speaks ? "S" : "m"))
    .join("");
}

test("one company in four speaks, and none of those that have nothing to say", () => {
  expect(drawWall(Array(8).fill(speaking))).toBe("mmmSmmmm");
  expect(drawWall([silent, silent, silent, silent, silent])).toBe("mmmmm");
});

test("a short wall speaks sooner, a single company at once", () => {
  expect(drawWall([speaking])).toBe("S");
  expect(drawWall([speaking, speaking])).toBe("mS");
});

test("who speaks never leaves a hole in a row of three", () => {
  const mixed = [...Array(60)].map((_, at) => (at % 7 === 3 || at % 5 === 4 ? speaking : silent));
  let filled = 0;
  for (const { speaks } of arrangeWall(mixed).cells) {
    if (speaks) expect(filled % 3).not.toBe(2);
    filled += speaks ? 2 : 1;
  }
});

test("every testimonial stands somewhere, and the last row is filled with cloth", () => {
  const { cells, said, rest } = arrangeWall(Array(10).fill(speaking));
  const heard = cells.filter(({ speaks }) => speaks).length;
  expect(heard + said.length).toBe(10);
  expect((10 + heard + rest) % 3).toBe(0);
  expect(arrangeWall([]).cells).toEqual([]);
});
