const bengali = /[\u0980-\u09ff]/;

/** Whether more than half of the letters are of the Bengali script. */
export function isMainlyBangla(text: string): boolean {
  if (!bengali.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => bengali.test(letter)).length * 2 > letters.length;
}
