import { type Brush, box, type Drawing, disc, field, ink, knot, shape, stroke, within } from "./brush.ts";

/** Size in pixels. */
const [width, height] = [1600, 1000];

/** Phone frame cropped at the lower edge, with screen content 520 wide. */
function phone(x: number, y: number, content: string): string {
  return (
    box(x, y, 584, 1100, ink.black, 70) +
    box(x + 24, y + 24, 536, 1060, ink.white, 50) +
    box(x + 200, y + 40, 184, 14, ink.line, 7) +
    `<g transform="translate(${x + 64} ${y})">${content}</g>`
  );
}

/** Phone call in three lines: the spoken words and the pressed key. */
function callScript({ text }: Brush): string {
  const lines = [
    ["1", "আজ ৪:২০", "Today 16:20"],
    ["2", "কাল ৯:৪০", "Tomorrow 9:40"],
    ["3", "রবিবার ১১:০০", "Sunday 11:00"],
  ];
  const wave = [30, 70, 120, 60, 150, 90, 180, 110, 60, 140, 80, 40, 100, 50, 24];
  return [
    box(0, 0, width, height, ink.deep),
    field(width, height, "#123a85"),
    ...wave.map((tall, at) =>
      box(96 + at * 26, 168 - tall / 2, 12, tall, at % 3 === 0 ? ink.white : ink.sky, 6),
    ),
    text("Shapla Clinics, a call", 540, 186, 56, { fill: ink.sky }),
    ...lines.flatMap(([key = "", bangla = "", english = ""], at) => {
      const y = 296 + at * 196;
      const isPressed = at === 1;
      return [
        box(96, y, 1408, 168, isPressed ? ink.white : "#123a85", 12),
        box(128, y + 24, 120, 120, isPressed ? ink.gold : ink.blue, 16),
        text(key, 188, y + 116, 92, {
          fill: isPressed ? ink.black : ink.white,
          isBold: true,
          anchor: "middle",
        }),
        text(bangla, 304, y + 114, 88, { fill: isPressed ? ink.black : ink.white, isBold: true }),
        text(english, 1456, y + 108, 60, { fill: isPressed ? ink.grey : ink.sky, anchor: "end" }),
      ];
    }),
    text("or stay on the line", 96, 950, 52, { fill: ink.sky }),
  ].join("");
}

/** Floor plan on a phone next to the building with one lit flat. */
function planOnPhone({ text }: Brush): string {
  const floors = [0, 1, 2, 3, 4, 5, 6].flatMap((floor) =>
    [0, 1, 2, 3].map((flat) => {
      const isHeld = floor === 2 && flat === 1;
      const [x, y] = [150 + flat * 140, 190 + floor * 116];
      return (
        box(x, y, 96, 76, isHeld ? ink.gold : (floor + flat) % 3 === 0 ? ink.sky : "#2a56a8", 4) +
        box(x - 10, y + 76, 116, 10, "#5d86da")
      );
    }),
  );
  const plan = [
    text("Flat 5C", 0, 156, 76, { isBold: true }),
    text("Shapla House", 0, 210, 40, { fill: ink.grey }),
    stroke("M8 262H448V596H8Z", ink.black, 14),
    stroke("M228 262V420M8 420H150M300 420H448M228 596V500", ink.black, 10),
    stroke("M150 420A78 78 0 0 1 228 500", ink.sky, 6),
    text("Living", 254, 352, 44),
    text("Bed", 44, 352, 44),
    text("Bed", 44, 528, 44),
    disc(386, 524, 30, ink.blue),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map(
      (turn) => `<g transform="rotate(${turn * 45} 386 524)">${stroke("M386 478V464", ink.blue, 8)}</g>`,
    ),
    text("1,214 sq ft inside", 0, 676, 48),
    text("৳9,860,000", 0, 756, 76, { isBold: true }),
    box(0, 806, 456, 116, ink.blue, 8),
    text("Hold for 48 hours", 228, 880, 48, { fill: ink.white, isBold: true, anchor: "middle" }),
  ].join("");
  return [
    box(0, 0, width, height, ink.sky),
    field(width, height, "#98bcf8"),
    box(96, 130, 640, 870, ink.deep),
    box(300, 84, 200, 46, ink.deep),
    ...floors,
    phone(880, 60, plan),
  ].join("");
}

/** Full-size cardboard buttons on a tilted deck. */
function deckTrial({ text }: Brush): string {
  const buttons = [
    ["ছাড়ল", "left", ink.blue, ink.white],
    ["পৌঁছাল", "arrived", ink.deep, ink.white],
    ["দেরি", "delayed", ink.gold, ink.black],
  ];
  const sea = [0, 1, 2, 3].map((row) => {
    let d = `M-100 ${560 + row * 110}`;
    for (let x = -100; x < 1800; x += 100) d += `q25 -34 50 0t50 0`;
    return shape(`${d}V1300H-100Z`, ["#86aaf0", ink.mid, ink.blue, ink.deep][row] ?? ink.deep);
  });
  return [
    box(0, 0, width, height, ink.pale),
    `<g transform="rotate(-5 800 600)">${sea.join("")}${box(-200, 500, 2000, 18, ink.white)}${[0, 1, 2, 3, 4, 5, 6].map((n) => box(-60 + n * 290, 500, 16, 420, ink.white)).join("")}${box(-200, 660, 2000, 12, ink.white)}${box(-200, 900, 2000, 400, ink.night)}</g>`,
    `<g transform="rotate(4 800 500)">${[
      box(470, 84, 660, 832, "#b9c9e6", 10),
      box(456, 70, 660, 832, ink.white, 10),
      text("Cardboard, real size", 510, 156, 52, { fill: ink.grey }),
      ...buttons.flatMap(([bangla = "", english = "", fill = "", colour = ""], at) => [
        box(506, 200 + at * 226, 560, 196, fill, 14),
        text(bangla, 546, 200 + at * 226 + 126, 96, { fill: colour, isBold: true }),
        text(english, 1030, 200 + at * 226 + 118, 50, { fill: colour, anchor: "end" }),
      ]),
    ].join("")}</g>`,
    stroke("M1220 196V394M1196 196H1244M1196 394H1244", ink.black, 10),
    text("22 mm", 1270, 320, 84, { isBold: true }),
    // Thumb in a glove.
    stroke("M1660 830Q1400 740 1190 650", ink.black, 140),
    stroke("M1500 690L1460 850", ink.white, 26),
    stroke("M1180 626Q1220 620 1250 640", ink.grey, 9),
  ].join("");
}

/** Twenty passers-by, and how many could read the sign before and after. */
function atSixtyMetres({ text }: Brush): string {
  const people = (x: number, read: number, colour: string) =>
    Array.from({ length: 20 }, (_, at) => {
      const [px, py] = [x + (at % 10) * 58, 690 + Math.floor(at / 10) * 110];
      const fill = at < read ? colour : "#1d4184";
      return disc(px, py, 14, fill) + shape(`M${px - 18} ${py + 60}q0 -42 18 -42t18 42z`, fill);
    }).join("");
  const blurred = [0, 1, 2, 3, 4]
    .map((n) => box(230 + n * 74, 350 + (n % 2) * 12, 58, 62, "#3d6ed6", 26))
    .join("");
  return [
    box(0, 0, width, height, ink.night),
    box(796, 0, 8, height, ink.deep),
    text("Old sign, 60 m", 110, 130, 60, { fill: ink.sky }),
    text("New sign, 60 m", 900, 130, 60, { fill: ink.sky }),
    disc(395, 380, 220, "#0f3276"),
    within(
      "old",
      "M175 380a220 220 0 1 0 440 0a220 220 0 1 0 -440 0",
      box(160, 330, 480, 110, "#1d4184", 40) + blurred,
    ),
    disc(1190, 380, 220, "#0f3276"),
    box(1010, 300, 360, 16, ink.white, 8),
    text("নীরোগ", 1190, 420, 148, { fill: ink.white, isBold: true, anchor: "middle" }),
    people(130, 4, ink.sky),
    people(920, 17, ink.white),
    text("4 of 20", 110, 960, 88, { fill: ink.sky, isBold: true }),
    text("17 of 20", 900, 960, 88, { fill: ink.gold, isBold: true }),
  ].join("");
}

/** Hour after loading, when the forecast is unreliable. */
function greyHour({ text }: Brush): string {
  const dashed = stroke("M96 300H1504M96 640H1504", ink.mid, 4, "4 18");
  return [
    box(0, 0, width, height, ink.night),
    text("Chamber 10", 96, 150, 88, { fill: ink.white, isBold: true }),
    text("after loading", 580, 148, 60, { fill: ink.sky }),
    box(96, 300, 1408, 340, ink.deep),
    dashed,
    text("3.0 °C", 1504, 280, 52, { fill: ink.sky, anchor: "end" }),
    text("2.0 °C", 1504, 710, 52, { fill: ink.sky, anchor: "end" }),
    box(560, 220, 420, 520, ink.grey, 6),
    ...[0, 1, 2, 3, 4, 5, 6].map((n) =>
      stroke(`M${580 + n * 60} 720L${640 + n * 54} 240`, "#5b6d81", 5, "2 20"),
    ),
    stroke("M96 500C220 520 330 470 430 490C500 500 540 420 560 400", ink.sky, 18),
    stroke("M560 400C640 270 700 560 770 360C830 240 900 470 980 420", ink.sky, 10, "2 26"),
    stroke("M980 420C1110 460 1300 520 1504 500", ink.white, 18),
    knot(560, 400, 60, ink.gold),
    text("one hour", 770, 830, 76, { fill: ink.white, isBold: true, anchor: "middle" }),
    text("door open", 500, 830, 52, { fill: ink.sky, anchor: "end" }),
    text("forecast again", 1040, 830, 52, { fill: ink.sky }),
    text("The wall shows grey, and does not speak.", 96, 940, 52, { fill: ink.sky }),
  ].join("");
}

/** Three packs of tea: garden and week of plucking on each. */
function teaPacks({ text }: Brush): string {
  const packs = [
    ["Garden 1", "Week 14", ink.deep],
    ["Garden 2", "Week 15", ink.blue],
    ["Garden 3", "Week 17", ink.mid],
  ];
  return [
    box(0, 0, width, height, ink.pale),
    field(width, height, "#c3d8fb"),
    box(0, 860, width, 140, ink.sky),
    ...packs.flatMap(([garden = "", week = "", fill = ""], at) => {
      const x = 130 + at * 470;
      return [
        shape(`M${x} 190h400l16 40v670h-432v-670z`, fill),
        shape(`M${x - 16} 230h432v-40l-16 -40h-400l-16 40z`, ink.night),
        `<g transform="translate(${x + 200} 400)">${[0, 1, 2].map((n) => `<g transform="rotate(${(n - 1) * 38})">${shape("M0 70C-52 20 -40 -70 0 -124C40 -70 52 20 0 70Z", n === 1 ? ink.white : ink.sky)}</g>`).join("")}${stroke("M0 -80V130", fill, 8)}</g>`,
        box(x + 24, 590, 352, 230, ink.white, 6),
        text(garden, x + 200, 680, 68, { isBold: true, anchor: "middle" }),
        text(week, x + 200, 770, 60, { fill: at === 2 ? ink.black : ink.grey, anchor: "middle" }),
        at === 2 ? box(x + 70, 790, 260, 14, ink.gold) : "",
      ];
    }),
  ].join("");
}

/** Two spellings, one sound. */
function soundKey({ text }: Brush): string {
  const spellings = [
    ["পথের পাঁচালী", 96],
    ["pather panchali", 84],
    ["pother pachali", 84],
  ] as const;
  return [
    box(0, 0, width, height, ink.blue),
    field(width, height, "#2a73ff"),
    ...spellings.flatMap(([words, size], at) => [
      box(96, 90 + at * 200, 800, 160, ink.white, 10),
      text(words, 140, 90 + at * 200 + 112, size, { isBold: true }),
      stroke(`M896 ${170 + at * 200}H1060V370`, ink.white, 10),
    ]),
    stroke("M896 370H1140", ink.white, 10),
    knot(1060, 370, 56, ink.gold),
    box(1140, 270, 364, 200, ink.deep, 10),
    text("p t r p c l", 1322, 396, 80, { fill: ink.white, isBold: true, anchor: "middle" }),
    text("one sound", 1322, 540, 52, { fill: ink.white, anchor: "middle" }),
    box(96, 740, 1408, 170, ink.deep, 10),
    text("3 books found", 148, 850, 76, { fill: ink.white, isBold: true }),
    text("two mistakes allowed", 1456, 846, 52, { fill: ink.sky, anchor: "end" }),
  ].join("");
}

const scenes: [string, (brush: Brush) => string][] = [
  ["call-script", callScript],
  ["plan-on-phone", planOnPhone],
  ["deck-trial", deckTrial],
  ["sign-at-sixty-metres", atSixtyMetres],
  ["grey-hour", greyHour],
  ["tea-packs", teaPacks],
  ["sound-key", soundKey],
];

export const screens: Drawing[] = scenes.map(([name, draw]) => ({
  name,
  width: 960,
  height: 600,
  draw: (brush) => `<g transform="scale(0.6)">${draw(brush)}</g>`,
}));
