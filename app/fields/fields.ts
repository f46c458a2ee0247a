/** Every type of field, by the function that makes one. */
export { inCard } from "./field.ts";
export { categories } from "./types/categories.ts";
export { choice } from "./types/choice.ts";
export { date } from "./types/date.ts";
export { entries } from "./types/entries.ts";
export { entry } from "./types/entry.ts";
export { flag } from "./types/flag.ts";
export { group } from "./types/group.ts";
export { icon } from "./types/icon.ts";
export { image } from "./types/image.ts";
export { images } from "./types/images.ts";
export { line } from "./types/line.ts";
export { list } from "./types/list.ts";
export { richText } from "./types/rich-text.ts";
export { tags } from "./types/tags.ts";
export { text } from "./types/text.ts";
export { url } from "./types/url.ts";
