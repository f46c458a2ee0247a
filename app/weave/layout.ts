/** How a cloth is laid out: star flower, stepped diamond, paisley, net, diagonal sprays, vine, end piece of bands. */
export const LAYOUTS = ["phul", "barfi", "kalka", "jaal", "tersa", "lata", "aanchal"] as const;

export type Layout = (typeof LAYOUTS)[number];

export function isLayout(name: string): name is Layout {
  return LAYOUTS.some((layout) => layout === name);
}
