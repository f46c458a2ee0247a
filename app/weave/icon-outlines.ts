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
import { DRAWN } from "./icon/drawn.ts";
import type { Shape } from "./icon/shapes.ts";
import type { IconName } from "./icons.ts";

/** The outlines of the icons: our own, the others as the installed lucide draws them. */
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

/** Reads the drawing that lucide keeps beside each component; its types do not mention it, so it is checked. */
function outlineOf(icon: object): readonly Shape[] {
  const data: unknown = "__iconData" in icon ? icon.__iconData : null;
  if (typeof data !== "object" || data === null || !("node" in data) || !isOutline(data.node)) {
    throw new Error("The installed lucide-react keeps its drawings elsewhere");
  }
  return data.node;
}

function isOutline(node: unknown): node is readonly Shape[] {
  return Array.isArray(node) && node.every((part) => Array.isArray(part) && typeof part[0] === "string");
}
