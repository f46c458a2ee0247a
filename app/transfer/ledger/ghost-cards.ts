import type { ElementRole, HtmlCounter } from "./html-counter.ts";
import type { Token } from "./tokens.ts";

const machineTags = new Set(["form", "button", "select", "textarea", "svg"]);
const machineClass = /^kg-[\w-]+-(?:success|error|loading|disclaimer|form|time|duration|playback-rate|icon)$/;
const portal = /#\/(?:portal|search|share)(?:\/|$|\?)/;
/** Cards that are read as they are. */
const plain = new Set(["image", "gallery", "code", "embed"]);
/** Parts of a card with words for readers; the others are players and decoration. */
const shownParts = new Map<string, RegExp>([
  ["bookmark", /^kg-bookmark-(?:title|author|description)$/],
  ["video", /^$/],
  ["audio", /^kg-audio-title$/],
  ["file", /^kg-file-card-(?:title|filesize|caption)$/],
]);
/** Parts that repeat another, as the name of a file often is its title. */
const repeatingPart = /^(?:kg-bookmark-publisher|kg-file-card-filename)$/;

/** The role of an element in a card of Ghost: forms, players and buttons work there alone. */
export function roleInCard(counter: HtmlCounter, token: Extract<Token, { kind: "start" }>): ElementRole {
  const { name, attributes } = token;
  const classes = (attributes.get("class") ?? "").split(/\s+/);
  const own = classes.map((one) => /^kg-([a-z-]+)-card$/.exec(one)?.[1]).find((one) => one !== undefined);
  const { card } = counter;
  if (card === "") {
    const starts =
      classes.includes("kg-card") || classes.includes("kg-email-cta") || shownParts.has(own ?? "");
    if (!starts || plain.has(own ?? "")) return {};
    return { card: own ?? "html", leftOut: shownParts.has(own ?? "") ? partOf(own ?? "") : "" };
  }
  const isMachine =
    machineTags.has(name) ||
    classes.some((one) => machineClass.test(one)) ||
    (name === "a" && portal.test(attributes.get("href") ?? ""));
  if (isMachine) return { leftOut: partOf(card) };
  if (classes.some((one) => repeatingPart.test(one))) return { leftOut: partOf(card) };
  const shown = shownParts.get(card);
  return {
    isShown: shown !== undefined && (name === "figcaption" || classes.some((one) => shown.test(one))),
  };
}

function partOf(card: string): string {
  return `a part of a card “${card}”`;
}
