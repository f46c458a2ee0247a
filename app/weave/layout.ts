/** How a cloth is laid out: star flower, stepped diamond, paisley, net, diagonal sprays, vine, end piece of bands. */
export const LAYOUTS = ["phul", "barfi", "kalka", "jaal", "tersa", "lata", "aanchal"] as const;

export type WeaveLayout = (typeof LAYOUTS)[number];

export function isLayout(name: string): name is WeaveLayout {
  return LAYOUTS.some((layout) => layout === name);
}
