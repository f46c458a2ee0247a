/** Number of a picture and total, from 1, in the language of the page. */
export function numberPicture(at: number, count: number, lang: string | undefined): string {
  if (!lang?.startsWith("bn")) return `Picture ${at} of ${count}`;
  return `${inBangla(count)}টির মধ্যে ${inBangla(at)} নম্বর ছবি`;
}

/** Label of a link that enlarges a picture, with the picture's description. */
export function nameEnlarging(
  picture: { at: number; count: number; alt: string },
  lang: string | undefined,
): string {
  const { at, count, alt } = picture;
  const name = lang?.startsWith("bn")
    ? `${numberPicture(at, count, lang)}টি বড় করে দেখুন`
    : count > 1
      ? `Enlarge picture ${at} of ${count}`
      : "Enlarge the picture";
  return alt ? `${name}: ${alt}` : name;
}

function inBangla(number: number): string {
  return number.toLocaleString("bn-BD");
}
