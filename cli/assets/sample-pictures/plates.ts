import { type Brush, box, type Drawing, disc, field, ink, knot, shape, stroke } from "./brush.ts";

/** Size in pixels. */
const [width, height] = [1280, 800];

const ground = (fill: string, crosses: string) =>
  box(0, 0, width, height, fill) + field(width, height, crosses);

/** Cost of one order. */
function costOfAnOrder({ text }: Brush): string {
  return [
    ground(ink.blue, "#2a73ff"),
    box(140, 90, 1000, 710, ink.white, 8),
    text("৳60,000", 1060, 240, 130, { isBold: true, anchor: "end" }),
    text("spent", 220, 236, 64, { fill: ink.grey }),
    text("690", 1060, 400, 130, { isBold: true, anchor: "end" }),
    text("orders", 220, 396, 64, { fill: ink.grey }),
    box(220, 450, 840, 8, ink.black),
    text("৳87", 1060, 640, 190, { fill: ink.blue, isBold: true, anchor: "end" }),
    text("an order", 220, 632, 64, { fill: ink.grey }),
    box(780, 690, 280, 14, ink.gold),
  ].join("");
}

/** Four states of a payment; most shops lack the fourth. */
function fourStates({ text }: Brush): string {
  const states: [string, string, string][] = [
    ["Started", ink.sky, ink.black],
    ["Paid", ink.blue, ink.white],
    ["Refused", ink.deep, ink.white],
    ["Unknown", ink.gold, ink.black],
  ];
  return [
    ground(ink.mist, ink.line),
    ...states.flatMap(([name, fill, colour], at) => {
      const [x, y] = [90 + (at % 2) * 560, 80 + Math.floor(at / 2) * 330];
      return [
        box(x, y, 540, 310, fill, 8),
        text(name, x + 48, y + 180, 104, { fill: colour, isBold: true }),
        box(x + 48, y + 222, 240, 14, colour),
      ];
    }),
  ].join("");
}

/** 38 projects: 11, 11, 13 and 3 above the ceiling. */
function projectsByOutcome({ text }: Brush): string {
  const outcomes: [number, string, string][] = [
    [11, "below", ink.sky],
    [11, "at", ink.mid],
    [13, "between", ink.white],
    [3, "above", ink.gold],
  ];
  return [
    ground(ink.deep, "#123a85"),
    ...outcomes.flatMap(([count, name, fill], at) => {
      const x = 110 + at * 290;
      const rows = Array.from({ length: count }, (_, row) => box(x, 610 - row * 36, 190, 25, fill, 12));
      return [
        ...rows,
        text(String(count), x + 95, 590 - count * 36, 76, { fill, isBold: true, anchor: "middle" }),
        text(name, x + 95, 724, 52, { fill: ink.sky, anchor: "middle" }),
      ];
    }),
    stroke("M90 654H1190", ink.sky, 5),
  ].join("");
}

/** 9:20, then 4:10. */
function twoHandovers({ text }: Brush): string {
  const parts = [50, 135, 100, 150, 35, 90];
  let x = 100;
  const first = parts.map((minutes, at) => {
    const long = minutes * 1.9;
    const part = box(x, 250, long - 8, 130, [ink.deep, ink.mid][at % 2] ?? ink.deep);
    x += long;
    return part;
  });
  return [
    ground(ink.pale, "#c3d8fb"),
    text("9:20", 100, 200, 130, { isBold: true }),
    text("the first time", 400, 196, 58, { fill: ink.grey }),
    ...first,
    text("4:10", 100, 540, 130, { fill: ink.blue, isBold: true }),
    text("an afternoon", 400, 536, 58, { fill: ink.grey }),
    box(100, 590, 250 * 1.9 - 8, 130, ink.blue),
    box(100 + 250 * 1.9, 590, 16, 130, ink.gold),
  ].join("");
}

/** Searches and orders by script. */
function teaInThreeScripts({ text }: Brush): string {
  const rows: [string, number, number][] = [
    ["চা পাতা দাম", 34, 47],
    ["cha pata dam", 41, 38],
    ["tea price", 25, 15],
  ];
  return [
    ground(ink.white, ink.mist),
    ...rows.flatMap(([words, searches, orders], at) => {
      const y = 70 + at * 232;
      return [
        text(words, 90, y + 66, 76, { isBold: true }),
        box(90, y + 96, searches * 19, 40, ink.sky),
        text(`${searches}%`, 110 + searches * 19, y + 132, 46, { fill: ink.grey }),
        box(90, y + 142, orders * 19, 40, at === 0 ? ink.gold : ink.blue),
        text(`${orders}%`, 110 + orders * 19, y + 180, 46, { isBold: true }),
      ];
    }),
    text("searches", 950, 136, 46, { fill: "#5d86da" }),
    text("orders", 1090, 192, 46, { fill: ink.black }),
  ].join("");
}

/** 214 tables, 31 of them used. */
function usedTables({ text }: Brush): string {
  const cells = Array.from({ length: 214 }, (_, at) => {
    const isUsed = (at * 37) % 214 < 31;
    return box(90 + (at % 24) * 46, 70 + Math.floor(at / 24) * 54, 36, 42, isUsed ? ink.white : "#1b428c", 3);
  });
  return [
    ground(ink.deep, "#123a85"),
    ...cells,
    text("31", 90, 720, 150, { fill: ink.white, isBold: true }),
    text("of 214 tables in use", 290, 714, 70, { fill: ink.sky }),
    knot(1130, 690, 70, ink.gold),
  ].join("");
}

/** Taps stored on the phone until it has a signal. */
function pressesThatWait({ text }: Brush): string {
  return [
    ground(ink.sky, "#98bcf8"),
    box(120, 90, 360, 800, ink.black, 46),
    box(140, 110, 320, 800, ink.white, 32),
    ...[0, 1, 2, 3].map((row) => box(170, 170 + row * 132, 260, 100, row === 3 ? ink.gold : ink.blue, 10)),
    ...[0, 1, 2].map((row) => stroke(`M210 ${222 + row * 132}l22 22l44 -48`, ink.white, 14)),
    stroke("M262 600v36l26 16", ink.black, 12) + disc(266, 616, 0, ink.black),
    stroke("M500 420H820", ink.deep, 14, "2 40"),
    text("4 hours", 660, 340, 84, { isBold: true, anchor: "middle" }),
    text("no signal", 660, 520, 60, { fill: ink.deep, anchor: "middle" }),
    box(860, 230, 310, 380, ink.deep, 10),
    ...[0, 1, 2].map(
      (row) => box(896, 270 + row * 110, 238, 80, "#1b428c", 6) + knot(936, 310 + row * 110, 44, ink.sky),
    ),
    stroke("M940 610V720M1090 610V720M860 724H1170", ink.deep, 16),
  ].join("");
}

/** Sheet folded in four with six questions. */
function sixQuestions({ text }: Brush): string {
  return [
    ground(ink.night, "#0f2f6b"),
    `<g transform="rotate(-3 640 400)">${[
      box(230, 60, 820, 800, ink.white),
      box(640, 60, 4, 800, ink.line),
      box(230, 420, 820, 4, ink.line),
      ...[1, 2, 3, 4, 5, 6].flatMap((n) => {
        const [x, y] = [n % 2 === 1 ? 280 : 690, 130 + Math.floor((n - 1) / 2) * 220];
        return [
          text(String(n), x, y + 110, 130, { fill: ink.blue, isBold: true }),
          stroke(
            `M${x + 110} ${y + 30}h190M${x + 110} ${y + 70}h150M${x + 110} ${y + 110}h170`,
            ink.black,
            12,
          ),
        ];
      }),
      stroke("M850 720q40 -60 70 -6t60 -20t60 10", ink.gold, 14),
    ].join("")}</g>`,
  ].join("");
}

/** Seven drawings of one letter. */
function sevenDrawings({ text }: Brush): string {
  const letters = [0, 1, 2, 3, 4, 5, 6].map((at) => {
    const [x, y] = [150 + (at % 4) * 290, at < 4 ? 300 : 640];
    const isLast = at === 6;
    return (
      box(x - 90, y - 220, 250, 300, isLast ? ink.blue : "#0f2f6b", 6) +
      text("গ", x + 35, y, 170 + at * 6, {
        fill: isLast ? ink.white : ink.sky,
        isBold: at > 0,
        anchor: "middle",
      }) +
      text(String(at + 1), x - 66, y + 62, 40, { fill: ink.sky }) +
      (isLast ? box(x - 60, y - 190, 190, 16, ink.gold, 8) : "")
    );
  });
  return [
    ground(ink.night, "#0b2659"),
    ...letters,
    text("60 m", 960, 650, 120, { fill: ink.white, isBold: true }),
  ].join("");
}

/** 214 working days of delay, 39 of them because of programming. */
function daysOfDelay({ text }: Brush): string {
  const days = Array.from({ length: 214 }, (_, at) =>
    knot(112 + (at % 24) * 46, 96 + Math.floor(at / 24) * 50, 34, at < 39 ? ink.white : "#5f9aff"),
  );
  return [
    box(0, 0, width, height, ink.blue),
    ...days,
    text("২১৪", 90, 720, 150, { fill: ink.white, isBold: true }),
    text("দিনের মধ্যে", 380, 706, 66, { fill: ink.white }),
    text("৩৯", 740, 720, 150, { fill: ink.white, isBold: true }),
    box(740, 744, 150, 12, ink.gold),
  ].join("");
}

/** Seconds until a page stops moving. */
function secondsByKind({ text }: Brush): string {
  const kinds: [string, number, number][] = [
    ["Banks", 14, 31],
    ["Shops", 19, 48],
    ["Clinics", 11, 24],
    ["News", 17, 56],
  ];
  return [
    ground(ink.white, ink.mist),
    ...kinds.flatMap(([name, first, still], at) => {
      const y = 70 + at * 172;
      const isEndless = still > 50;
      return [
        text(name, 80, y + 88, 64, { isBold: true }),
        box(330, y, still * 13.6, 120, ink.sky),
        box(330, y, first * 13.6, 120, ink.blue),
        text(`${first} s`, 356, y + 82, 60, { fill: ink.white, isBold: true }),
        isEndless
          ? shape(`M${330 + still * 13.6} ${y}l70 60l-70 60z`, ink.gold)
          : text(`${still} s`, 350 + still * 13.6, y + 82, 60, { fill: ink.grey }),
        isEndless ? text("never", 900, y + 82, 60) : "",
      ];
    }),
  ].join("");
}

/** Forty-one incidents by cause. */
function incidentsByCause({ text }: Brush): string {
  const causes: [string, number][] = [
    ["Power", 14],
    ["Services", 9],
    ["Expired", 4],
    ["Our own", 8],
    ["Hardware", 5],
    ["Unknown", 1],
  ];
  return [
    ground(ink.deep, "#123a85"),
    ...causes.flatMap(([name, count], row) => {
      const y = 110 + row * 116;
      const fill = name === "Our own" ? ink.white : ink.sky;
      return [
        text(name, 80, y + 22, 62, { fill, isBold: name === "Our own" }),
        ...Array.from({ length: count }, (_, at) =>
          knot(400 + at * 58, y, 46, name === "Unknown" ? ink.gold : fill),
        ),
      ];
    }),
  ].join("");
}

const subjects: [string, (brush: Brush) => string][] = [
  ["a-page-of-figures", costOfAnOrder],
  ["card-and-bkash", fourStates],
  ["two-numbers", projectsByOutcome],
  ["leaving", twoHandovers],
  ["looking-for-tea", teaInThreeScripts],
  ["moving-rows", usedTables],
  ["offline-first", pressesThatWait],
  ["six-questions", sixQuestions],
  ["seven-drawings", sevenDrawings],
  ["five-preparations", daysOfDelay],
  ["what-a-website-weighs", secondsByKind],
  ["what-broke", incidentsByCause],
];

/** Sizes at three quarters, because the first start converts every picture to every size. */
export const plates: Drawing[] = subjects.map(([name, draw]) => ({
  name: `plate-${name}`,
  width: 960,
  height: 600,
  draw: (brush) => `<g transform="scale(0.75)">${draw(brush)}</g>`,
}));
