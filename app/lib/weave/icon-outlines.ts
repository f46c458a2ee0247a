import * as bookOpen from "lucide-react/icons/book-open";
import * as building2 from "lucide-react/icons/building-complex";
import * as calendar from "lucide-react/icons/calendar";
import * as camera from "lucide-react/icons/camera";
import * as chartLine from "lucide-react/icons/chart-line";
import * as cloud from "lucide-react/icons/cloud";
import * as cpu from "lucide-react/icons/cpu";
import * as creditCard from "lucide-react/icons/credit-card";
import * as database from "lucide-react/icons/database";
import * as factory from "lucide-react/icons/factory";
import * as fileText from "lucide-react/icons/file-text";
import * as film from "lucide-react/icons/film";
import * as globe from "lucide-react/icons/globe";
import * as graduationCap from "lucide-react/icons/graduation-cap";
import * as headset from "lucide-react/icons/headset";
import * as image from "lucide-react/icons/image";
import * as landmark from "lucide-react/icons/landmark";
import * as layers from "lucide-react/icons/layers";
import * as leaf from "lucide-react/icons/leaf";
import * as lock from "lucide-react/icons/lock";
import * as mail from "lucide-react/icons/mail";
import * as mapPin from "lucide-react/icons/map-pin";
import * as newspaper from "lucide-react/icons/newspaper";
import * as phone from "lucide-react/icons/phone";
import * as search from "lucide-react/icons/search";
import * as shieldCheck from "lucide-react/icons/shield-check";
import * as shoppingCart from "lucide-react/icons/shopping-cart";
import * as star from "lucide-react/icons/star";
import * as stethoscope from "lucide-react/icons/stethoscope";
import * as store from "lucide-react/icons/store";
import * as trainFront from "lucide-react/icons/train-front";
import * as truck from "lucide-react/icons/truck";
import * as users from "lucide-react/icons/users";
import * as video from "lucide-react/icons/video";
import * as wifi from "lucide-react/icons/wifi";
import * as wrench from "lucide-react/icons/wrench";
import type { Shape } from "./icon/shapes.ts";
import type { IconName } from "./icons.ts";

/**
 * Icons drawn for weaving where lucide's are too fine or too slanted: vertical, with lines at least two threads from
 * each other. On lucide's 24 × 24 grid.
 */
const DRAWN = {
  code: paths("M7.5 7 2 12l5.5 5", "M16.5 7 22 12l-5.5 5", "M14 4.5 10 19.5"),
  megaphone: paths("M2.5 9.5h5L18.5 4v16l-11-5.5h-5z", "M7.5 9.5v5", "M7 15v6h4.2v-4", "M22.3 10v4"),
  palette: [
    ...paths(
      "M12 22a10 10 0 1 1 10-10.5 4.5 4.5 0 0 1-4.5 4.5h-2.2a1.9 1.9 0 0 0-1.6 2.9l.2.4A1.8 1.8 0 0 1 12 22z",
    ),
    dot(7.5, 12.75),
    dot(9, 7.5),
    dot(13.5, 6.75),
    dot(17.25, 9.75),
  ],
  "pen-tool": [
    ...paths("M7.5 2h9", "M8 2.5 5 11l7 11.5L19 11l-3-8.5", "M12 21v-7"),
    ["circle", { cx: "12", cy: "11", r: "2.2" }],
  ],
  rocket: [
    ...paths(
      "M12 1c3.4 2.8 5 6.4 5 10.2V17H7v-5.8C7 7.4 8.6 3.8 12 1z",
      "M7 12l-4.5 4.5v4.5L7 17.5",
      "M17 12l4.5 4.5v4.5L17 17.5",
      "M12 20.5v2.5",
    ),
    ["circle", { cx: "12", cy: "10", r: "1.9" }],
  ],
  server: [
    ["rect", { x: "2", y: "2.25", width: "20", height: "7.5", rx: "1.5" }],
    ["rect", { x: "2", y: "14.25", width: "20", height: "7.5", rx: "1.5" }],
    dot(6.75, 6),
    dot(6.75, 18),
    ...paths("M12 6h6", "M12 18h6"),
  ],
  ship: paths("M2 14h20l-3.2 7.5H5.2z", "M6 14V8.5h12V14", "M10 8.5v-6h4v6"),
  smartphone: [
    ["rect", { x: "5", y: "1.5", width: "14", height: "21", rx: "2" }],
    ...paths("M10.5 5.2h3", "M5 16.4h14"),
    dot(12, 19.5),
  ],
  wheat: paths("M12 23V10", "M12 6.5V1.5", ...[11, 15.7, 20.4].map(grains)),
} satisfies Record<string, readonly Shape[]>;

function paths(...lines: string[]): Shape[] {
  return lines.map((d) => ["path", { d }]);
}

function dot(x: number, y: number): Shape {
  return ["circle", { cx: String(x), cy: String(y), r: "0.7", fill: "currentColor" }];
}

/** Pair of grains of an ear at a height of the stalk. */
function grains(y: number): string {
  return `M6.7 ${y - 7.2}v2.2L12 ${y}L17.3 ${y - 5}v-2.2`;
}

/** Outlines of the icons: our own, and the others from the installed lucide package. */
export const ICON_OUTLINES: Record<IconName, readonly Shape[]> = {
  ...DRAWN,
  "book-open": outlineOf(bookOpen),
  "building-2": outlineOf(building2),
  calendar: outlineOf(calendar),
  camera: outlineOf(camera),
  "chart-line": outlineOf(chartLine),
  cloud: outlineOf(cloud),
  cpu: outlineOf(cpu),
  "credit-card": outlineOf(creditCard),
  database: outlineOf(database),
  factory: outlineOf(factory),
  "file-text": outlineOf(fileText),
  film: outlineOf(film),
  globe: outlineOf(globe),
  "graduation-cap": outlineOf(graduationCap),
  headset: outlineOf(headset),
  image: outlineOf(image),
  landmark: outlineOf(landmark),
  layers: outlineOf(layers),
  leaf: outlineOf(leaf),
  lock: outlineOf(lock),
  mail: outlineOf(mail),
  "map-pin": outlineOf(mapPin),
  newspaper: outlineOf(newspaper),
  phone: outlineOf(phone),
  search: outlineOf(search),
  "shield-check": outlineOf(shieldCheck),
  "shopping-cart": outlineOf(shoppingCart),
  star: outlineOf(star),
  stethoscope: outlineOf(stethoscope),
  store: outlineOf(store),
  "train-front": outlineOf(trainFront),
  truck: outlineOf(truck),
  users: outlineOf(users),
  video: outlineOf(video),
  wifi: outlineOf(wifi),
  wrench: outlineOf(wrench),
};

/** Reads the drawing in a lucide component; lucide's types omit it, so the function checks its structure. */
function outlineOf(icon: object): readonly Shape[] {
  const data: unknown = "__iconData" in icon ? icon.__iconData : null;
  if (typeof data !== "object" || data === null || !("node" in data) || !isOutline(data.node)) {
    throw new Error("The installed lucide-react has no `__iconData` of the expected shape");
  }
  return data.node;
}

function isOutline(node: unknown): node is readonly Shape[] {
  return Array.isArray(node) && node.every((part) => Array.isArray(part) && typeof part[0] === "string");
}
