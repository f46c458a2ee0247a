import { expect, test } from "vitest";
import { arrangeWall } from "./wall.ts";

const speaking = { testimonial: { quote: "Yes." } };
const silent = { testimonial: null };

/** One letter for each cell: `S` for a testimonial, `m` for a mark. */
function drawWall(clients: { testimonial: object | null }[]): string {
  return arrangeWall(clients)
    .cells.map(({ speaks }) => (speaks ? "S" : "m"))
    .join("");
}

test("shows the testimonial of one client in four", () => {
  expect(drawWall(Array(8).fill(speaking))).toBe("mmmSmmmm");
  expect(drawWall([silent, silent, silent, silent, silent])).toBe("mmmmm");
});

test("a short wall shows a testimonial earlier", () => {
  expect(drawWall([speaking])).toBe("S");
  expect(drawWall([speaking, speaking])).toBe("mS");
});

test("testimonials leave no gap in a row of three", () => {
  const mixed = [...Array(60)].map((_, at) => (at % 7 === 3 || at % 5 === 4 ? speaking : silent));
  let filled = 0;
  for (const { speaks } of arrangeWall(mixed).cells) {
    if (speaks) expect(filled % 3).not.toBe(2);
    filled += speaks ? 2 : 1;
  }
});

test("every testimonial is shown, and artwork fills the last row", () => {
  const { cells, otherSpeakers, rest } = arrangeWall(Array(10).fill(speaking));
  const onWall = cells.filter(({ speaks }) => speaks).length;
  expect(onWall + otherSpeakers.length).toBe(10);
  expect((10 + onWall + rest) % 3).toBe(0);
  expect(arrangeWall([]).cells).toEqual([]);
});
