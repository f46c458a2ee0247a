import { type Brush, box, type Drawing, disc, ink, knot, shape, stroke } from "./brush.ts";

/** Width in pixels. */
const width = 1200;

/** Desk with two legs. */
function desk(x: number, y: number, length: number, colour: string): string {
  return (
    box(x, y, length, 18, colour, 3) +
    box(x + 24, y + 18, 14, 630 - y, colour) +
    box(x + length - 38, y + 18, 14, 630 - y, colour)
  );
}

function chair(x: number, colour: string): string {
  return (
    box(x, 430, 110, 130, colour, 22) +
    box(x - 8, 570, 126, 26, colour, 13) +
    box(x + 48, 596, 14, 50, ink.black) +
    stroke(`M${x + 4} 656L${x + 55} 640L${x + 106} 656`, ink.black, 12)
  );
}

function screen(x: number, y: number, content: string): string {
  return (
    box(x, y, 220, 140, ink.black, 8) +
    box(x + 10, y + 10, 200, 120, ink.white, 3) +
    `<g transform="translate(${x + 10} ${y + 10})">${content}</g>` +
    box(x + 98, y + 140, 24, 26, ink.black) +
    box(x + 66, y + 164, 88, 8, ink.black, 4)
  );
}

function plant(x: number, y: number): string {
  const leaves = [-52, -30, -8, 16, 40, 58].map((lean, at) =>
    stroke(
      `M${x} ${y}Q${x + lean * 0.3} ${y - 70 - (at % 3) * 14} ${x + lean * 1.3} ${y - 112 - (at % 2) * 34}`,
      at % 2 === 0 ? ink.mid : ink.deep,
      18,
    ),
  );
  return leaves.join("") + shape(`M${x - 46} ${y}h92l-14 84h-64z`, ink.white);
}

/** Rooftops from the fourth floor: water tanks, washing, an aerial. */
function dhaka(brush: Brush): string {
  const roofs = [
    box(84, 250, 130, 240, "#6c96ea"),
    box(214, 300, 110, 190, ink.mid),
    box(324, 220, 96, 270, "#6c96ea"),
    box(500, 330, 150, 160, ink.mid),
    box(420, 280, 84, 210, "#86aaf0"),
    box(120, 206, 58, 44, ink.deep, 8),
    box(344, 180, 50, 40, ink.deep, 8),
    stroke("M460 280V214M446 230H474M450 246H470", ink.deep, 6),
    stroke("M224 300Q270 320 318 296", ink.white, 4),
    ...[
      [110, 280],
      [160, 280],
      [110, 340],
      [160, 340],
      [236, 330],
      [280, 330],
      [344, 260],
      [384, 260],
      [344, 320],
      [530, 360],
      [590, 360],
    ].map(([x = 0, y = 0]) => box(x, y, 24, 32, ink.pale)),
  ].join("");
  return [
    box(0, 0, width, 660, ink.pale),
    box(0, 660, width, 140, ink.deep),
    box(0, 646, width, 16, ink.white),
    box(64, 90, 606, 420, ink.white),
    box(84, 110, 566, 380, ink.sky),
    roofs,
    box(352, 90, 16, 420, ink.white),
    box(52, 500, 630, 22, ink.white, 4),
    // Shelf of folders, one for each maintained system.
    box(760, 120, 380, 14, ink.deep),
    box(760, 270, 380, 14, ink.deep),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
      box(
        776 + n * 39,
        146 - (n % 3) * 8,
        28,
        124 + (n % 3) * 8,
        [ink.blue, ink.deep, ink.sky][n % 3] ?? ink.blue,
        3,
      ),
    ),
    box(790, 40, 90, 80, ink.white, 4),
    knot(835, 80, 46, ink.blue),
    chair(190, ink.blue),
    chair(880, ink.night),
    desk(110, 452, 470, ink.black),
    desk(660, 452, 470, ink.black),
    screen(
      150,
      280,
      box(14, 14, 90, 14, ink.black) +
        [0, 1, 2, 3].map((n) => box(14, 44 + n * 18, 172 - n * 24, 8, n === 1 ? ink.blue : ink.sky)).join(""),
    ),
    screen(
      400,
      280,
      [40, 62, 50, 84, 70, 94]
        .map((tall, n) => box(18 + n * 28, 108 - tall, 18, tall, n === 5 ? ink.blue : ink.sky))
        .join(""),
    ),
    screen(700, 280, brush.text("18,460", 16, 72, 52, { isBold: true }) + box(16, 92, 168, 10, ink.blue)),
    plant(1060, 368),
    // The lamp is the only gold.
    stroke("M978 448V384L948 330", ink.black, 9),
    shape("M926 344L972 300L996 356Z", ink.gold),
    box(952, 444, 52, 10, ink.black, 4),
    disc(620, 720, 330, ink.night, 34),
  ].join("");
}

/** Eleven metres of paper, north light, and the sewing shop's sign below. */
function chattogram(brush: Brush): string {
  const sheets = [
    [150, 130, -2],
    [290, 118, 1],
    [430, 134, -1],
    [570, 122, 2],
    [150, 290, 1],
    [290, 300, -2],
    [430, 288, 2],
    [570, 302, -1],
  ];
  const sketches = [
    stroke("M18 26H84M18 44H66M18 70H84V104H18Z", ink.black, 5),
    stroke("M20 100V60H38V100M48 100V36H66V100M76 100V76H92", ink.black, 5),
    stroke("M34 20H72V108H34ZM44 96H62", ink.black, 5) + stroke("M42 40H64M42 56H64", ink.blue, 6),
    stroke("M18 24H88V104H18ZM18 64H88M52 24V64", ink.black, 5),
    brush.text("নীরোগ", 12, 74, 32, { isBold: true }),
    stroke("M30 30h50v66h-50zM40 46h30", ink.black, 5) + stroke("M20 22L92 108M92 22L20 108", ink.gold, 8),
    stroke("M18 34H88M18 54H88M18 74H58", ink.black, 5) + box(62, 84, 28, 16, ink.blue),
    knot(54, 64, 64, ink.blue),
  ];
  const stool = (x: number) =>
    box(x, 586, 86, 16, ink.blue, 8) +
    stroke(`M${x + 16} 602L${x + 4} 700M${x + 70} 602L${x + 82} 700`, ink.black, 9);
  return [
    box(0, 0, width, 640, ink.mist),
    box(0, 640, width, 160, ink.deep),
    box(0, 628, width, 14, ink.white),
    // Pinboard along the whole wall.
    box(110, 84, 640, 380, ink.sky, 4),
    ...sheets.map(
      ([x = 0, y = 0, turn = 0], at) =>
        `<g transform="translate(${x} ${y})rotate(${turn})">${box(0, 0, 108, 128, ink.white)}${sketches[at] ?? ""}${box(38, -10, 32, 16, "#86aaf0")}</g>`,
    ),
    // Two tall windows to the north: hills, the port, a crane.
    ...[820, 1000].flatMap((x) => [
      box(x, 70, 150, 440, ink.white),
      box(x + 12, 82, 126, 416, ink.pale),
      shape(`M${x + 12} 380Q${x + 50} 310 ${x + 90} 360T${x + 138} 330V498H${x + 12}Z`, "#86aaf0"),
      box(x + 12, 440, 126, 58, ink.mid),
      box(x + 69, 82, 12, 416, ink.white),
      box(x - 8, 506, 166, 18, ink.white, 3),
    ]),
    stroke("M1030 440L1052 360L1074 440M1052 360L1052 330L1120 344", ink.deep, 7),
    shape("M846 446h84l-12 22h-60z", ink.deep),
    box(868, 426, 18, 20, ink.white),
    // Long table with paper, pencils and a flask of tea.
    box(230, 520, 640, 20, ink.black, 4),
    stroke("M276 540L250 700M824 540L850 700", ink.black, 14),
    `<g transform="rotate(-4 400 500)">${box(320, 500, 170, 22, ink.white)}</g>`,
    box(520, 508, 120, 12, ink.white),
    box(690, 448, 44, 72, ink.blue, 8),
    box(698, 434, 28, 18, ink.black, 4),
    box(758, 486, 30, 34, ink.white, 6),
    stroke("M560 506L620 490", ink.black, 7),
    stool(330),
    stool(520),
    stool(706),
    shape("M60 640L76 470H124L140 640Z", ink.night),
    stroke("M84 540H118M80 590H122", ink.mid, 7),
    disc(560, 736, 400, ink.night, 26),
  ].join("");
}

const scaled = (draw: (brush: Brush) => string) => (brush: Brush) =>
  `<g transform="scale(0.8)">${draw(brush)}</g>`;

export const rooms: Drawing[] = [
  { name: "room-dhaka", width: 960, height: 640, draw: scaled(dhaka) },
  { name: "room-chattogram", width: 960, height: 640, draw: scaled(chattogram) },
];
