/** Factory function of every field type. */
export { inCard } from "./field.ts";
export { categories } from "./types/categories.ts";
export { choice } from "./types/choice.ts";
export { date, time, timeZone } from "./types/date-and-time.ts";
export { email, emails } from "./types/email.ts";
export { entries, entry } from "./types/entry.ts";
export { flag } from "./types/flag.ts";
export { icon } from "./types/icon.ts";
export { image, images } from "./types/image.ts";
export { decimal, whole, wholeOrNone } from "./types/number.ts";
export { clockRanges, openingHours } from "./types/opening-hours.ts";
export { phoneNumber } from "./types/phone.ts";
export { group, list } from "./types/records.ts";
export { markdownText, richText } from "./types/rich-text.ts";
export { tags } from "./types/tags.ts";
export { line, lines, slug, text } from "./types/text.ts";
export { order, staff, ticks } from "./types/ticks.ts";
export { linkTarget, url } from "./types/url.ts";
