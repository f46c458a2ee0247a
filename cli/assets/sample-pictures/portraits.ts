import { box, type Drawing, disc, field, ink, knot, shape, stroke, within } from "./brush.ts";

/** Size in pixels; a face is drawn at 640 × 800 and cropped from hair to chest. */
const [width, height] = [480, 600];

interface Skin {
  face: string;
  shade: string;
}

const skins = {
  light: { face: "#d3e2fc", shade: "#a9c5f5" },
  middle: { face: "#b5cdf8", shade: "#87aaea" },
  dark: { face: "#90b2f1", shade: "#6289d6" },
} satisfies Record<string, Skin>;

interface Person {
  name: string;
  ground: string;
  /** Colour of the small crosses on the background. */
  crosses: string;
  skin: Skin;
  clothes: string;
  /** SVG behind the neck and face. */
  behind?: string;
  /** SVG on the shoulders. */
  collar?: string;
  /** SVG over the face. */
  over: string;
  brows?: string;
  smile?: number;
}

const shoulders = "M30 800C44 676 150 632 262 600L378 600C490 632 596 676 610 800Z";
const facePath = "M212 300C212 176 428 176 428 300L426 384C424 470 374 520 320 520C266 520 216 470 214 384Z";

function draw(person: Person): string {
  const { ground, crosses, skin, clothes, behind = "", collar = "", over, brows = ink.black } = person;
  const smile = person.smile ?? 24;
  const parts = [
    box(0, 0, 640, 800, ground),
    field(640, 800, crosses),
    behind,
    shape(shoulders, clothes),
    shape("M262 470H378V606C378 660 262 660 262 606Z", skin.face),
    shape("M264 484C290 540 350 540 376 484V560C340 586 300 580 264 536Z", skin.shade),
    collar,
    disc(212, 356, 22, skin.shade, 38),
    disc(428, 356, 22, skin.shade, 38),
    shape(facePath, skin.face),
    disc(272, 352, 10, ink.black, 12),
    disc(368, 352, 10, ink.black, 12),
    stroke("M246 312Q270 296 296 308", brows, 10),
    stroke("M344 308Q370 296 394 312", brows, 10),
    stroke("M322 354Q310 392 306 404Q314 416 332 410", skin.shade, 8),
    stroke(`M282 446Q320 ${446 + smile} 358 446`, ink.deep, 8),
    over,
  ];
  return `<g transform="scale(${width / 540})translate(-50 -118)">${parts.join("")}</g>`;
}

const glasses = (colour: string) =>
  stroke(
    "M222 352a48 44 0 1 0 96 0a48 44 0 1 0 -96 0M322 352a48 44 0 1 0 96 0a48 44 0 1 0 -96 0M318 346q2 -4 4 0M222 346L208 338M418 346L432 338",
    colour,
    8,
  );

const people: Person[] = [
  {
    name: "face-mithila-kalponik",
    ground: ink.sky,
    crosses: "#98bcf8",
    skin: skins.middle,
    clothes: ink.deep,
    behind: shape(
      "M186 330C170 140 470 140 454 330L470 560C474 640 430 650 400 640L240 640C200 650 166 640 170 560Z",
      ink.black,
    ),
    collar:
      shape("M262 594C276 690 364 690 378 594L410 606C392 740 248 740 230 606Z", ink.blue) +
      shape("M84 716C170 680 210 720 300 800H30C40 760 60 730 84 716Z", ink.blue),
    over:
      shape(
        "M206 330C196 190 300 168 326 196C300 250 250 262 222 300ZM434 330C444 190 340 168 314 196C346 258 398 262 418 300Z",
        ink.black,
      ) + knot(320, 276, 22, ink.gold),
  },
  {
    name: "face-arif-namhin",
    ground: ink.deep,
    crosses: "#123a85",
    skin: skins.dark,
    clothes: ink.white,
    collar:
      shape("M256 590L320 690L384 590L404 604L330 740H310L236 604Z", ink.pale) +
      stroke("M320 700V800", ink.line, 6) +
      disc(320, 736, 6, ink.blue) +
      disc(320, 780, 6, ink.blue) +
      shape("M440 724h84v60h-84z", ink.pale) +
      box(464, 690, 12, 60, ink.gold, 4),
    over:
      shape("M208 318C190 150 450 150 432 318C424 270 404 246 320 244C236 246 216 270 208 318Z", ink.black) +
      shape(
        "M212 372C220 520 268 556 320 556C372 556 420 520 428 372C416 420 396 428 366 424C340 414 300 414 274 424C244 428 224 420 212 372Z",
        ink.black,
      ) +
      stroke("M288 450Q320 468 352 450", skins.dark.face, 9),
  },
  {
    name: "face-tithi-oleek",
    ground: ink.pale,
    crosses: "#c3d8fb",
    skin: skins.light,
    clothes: ink.blue,
    behind: shape("M180 300C180 130 460 130 460 300L470 470C470 520 170 520 170 470Z", ink.night),
    collar:
      shape("M248 592C270 660 370 660 392 592L414 604C392 700 248 700 226 604Z", ink.night) +
      knot(180, 740, 30, ink.sky) +
      knot(460, 740, 30, ink.sky) +
      knot(320, 750, 30, ink.sky),
    over:
      shape(
        "M198 360C180 160 460 160 442 360C436 300 424 280 404 262C340 286 250 280 222 262C214 290 206 320 198 360Z",
        ink.night,
      ) +
      glasses(ink.black) +
      knot(206, 416, 26, ink.gold) +
      knot(434, 416, 26, ink.gold),
  },
  {
    name: "face-shayan-rupkotha",
    ground: ink.blue,
    crosses: "#2a73ff",
    skin: skins.middle,
    clothes: ink.night,
    collar: shape("M250 594C274 650 366 650 390 594L410 604C386 690 254 690 230 604Z", ink.sky),
    over:
      [
        [226, 250, 44],
        [262, 206, 50],
        [320, 186, 54],
        [378, 206, 50],
        [414, 250, 44],
        [212, 300, 26],
        [428, 300, 26],
        [290, 236, 40],
        [352, 236, 40],
      ]
        .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, ink.black))
        .join("") +
      shape("M270 434C290 414 350 414 370 434C350 430 340 426 320 430C300 426 290 430 270 434Z", ink.black) +
      `<g transform="rotate(-24 440 306)">${box(380, 298, 128, 14, ink.gold, 3)}${shape("M508 298l26 7l-26 7z", ink.white)}</g>`,
  },
  {
    name: "face-nodi-golpo",
    ground: ink.night,
    crosses: "#0f2f6b",
    skin: skins.light,
    clothes: ink.mid,
    behind: shape("M168 330C160 120 480 120 472 330L520 640L596 800H44L120 640Z", ink.sky),
    collar:
      shape(
        "M204 370C214 470 426 470 436 370L520 660C560 740 470 800 320 800C170 800 80 740 120 660Z",
        ink.sky,
      ) + stroke("M150 700C230 770 410 770 490 700", ink.gold, 12, "2 26"),
    over: shape(
      "M160 340C150 120 490 120 480 340L470 560C452 470 440 430 434 330C424 214 216 214 206 330C200 430 188 470 170 560Z",
      ink.sky,
    ),
  },
  {
    name: "face-habib-shunno",
    ground: ink.mist,
    crosses: ink.line,
    skin: skins.middle,
    clothes: ink.deep,
    collar:
      shape("M262 592L320 668L378 592L420 608L340 800H300L220 608Z", ink.white) +
      shape("M306 664h28l14 136h-56z", ink.blue) +
      knot(320, 730, 24, ink.gold),
    over:
      shape(
        "M204 360C190 300 206 262 222 250C214 290 222 320 222 352ZM436 360C450 300 434 262 418 250C426 290 418 320 418 352Z",
        ink.grey,
      ) +
      glasses(ink.deep) +
      shape("M262 438C290 412 350 412 378 438C350 446 290 446 262 438Z", ink.grey),
    brows: ink.grey,
  },
  {
    name: "face-anam-kahini",
    ground: ink.sky,
    crosses: "#98bcf8",
    skin: skins.dark,
    clothes: ink.white,
    collar:
      shape("M256 594C276 634 364 634 384 594L404 606C380 664 260 664 236 606Z", ink.pale) +
      stroke("M320 660V800", ink.sky, 8),
    over:
      shape("M212 272C206 170 434 170 428 272Z", ink.deep) +
      box(206, 254, 228, 30, ink.blue, 6) +
      [240, 280, 320, 360, 400].map((x) => knot(x, 269, 16, x === 320 ? ink.gold : ink.sky)).join("") +
      shape(
        "M214 390C224 516 276 560 320 560C364 560 416 516 426 390C410 440 380 440 320 436C260 440 230 440 214 390Z",
        ink.white,
      ) +
      stroke("M286 468Q320 484 354 468", skins.dark.shade, 8),
    brows: ink.white,
  },
  {
    name: "face-rokeya-mayapuri",
    ground: ink.deep,
    crosses: "#123a85",
    skin: skins.dark,
    clothes: ink.sky,
    behind: disc(320, 190, 58, ink.black) + shape("M194 330C186 150 454 150 446 330L430 440H210Z", ink.black),
    collar:
      shape("M246 594C270 660 370 660 394 594L430 610C430 700 210 700 210 610Z", ink.white) +
      shape("M470 646L560 690L480 800H360Z", ink.blue),
    over:
      shape(
        "M204 340C194 200 280 180 320 186C360 180 446 200 436 340C420 260 380 240 320 240C260 240 220 260 204 340Z",
        ink.black,
      ) +
      disc(210, 412, 10, ink.gold) +
      disc(430, 412, 10, ink.gold),
    smile: 34,
  },
  {
    name: "face-selim-upokotha",
    ground: ink.pale,
    crosses: "#c3d8fb",
    skin: skins.dark,
    clothes: ink.mid,
    collar:
      shape("M262 590L320 660L378 590L404 606L320 720L236 606Z", ink.deep) +
      within(
        "gamcha",
        "M60 740C120 660 200 626 250 610L296 800H40ZM580 740C520 660 440 626 390 610L344 800H600Z",
        box(0, 600, 640, 200, ink.white) +
          [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
            .map((n) => box(n * 66, 600, 26, 200, n === 2 ? ink.gold : ink.blue))
            .join("") +
          [0, 1, 2, 3].map((n) => box(0, 620 + n * 52, 640, 12, ink.deep)).join(""),
      ),
    over:
      shape("M206 330C196 160 444 160 434 330C426 268 410 236 350 226C290 246 232 244 206 330Z", ink.black) +
      shape(
        "M256 440C280 408 310 420 320 428C330 420 360 408 384 440C356 448 340 446 320 440C300 446 284 448 256 440Z",
        ink.black,
      ),
    smile: 30,
  },
  {
    name: "face-dipa-shopno",
    ground: ink.blue,
    crosses: "#2a73ff",
    skin: skins.light,
    clothes: ink.white,
    behind: shape("M190 320C184 140 456 140 450 320L476 640C440 690 200 690 164 640Z", ink.night),
    collar:
      shape("M262 592L320 700L378 592L420 610L350 800H290L220 610Z", ink.sky) +
      shape(
        "M220 610L250 720L200 800H30C44 690 140 640 220 610ZM420 610L390 720L440 800H610C596 690 500 640 420 610Z",
        ink.white,
      ) +
      box(448, 716, 86, 46, ink.deep, 6) +
      box(460, 734, 44, 10, ink.gold, 4),
    over: shape(
      "M202 350C190 190 300 176 320 180C350 176 450 190 438 350C430 300 416 274 392 250C330 286 240 286 222 290C212 310 206 330 202 350Z",
      ink.night,
    ),
    smile: 30,
  },
];

export const portraits: Drawing[] = people.map((person) => ({
  name: person.name,
  width,
  height,
  draw: () => draw(person),
}));
