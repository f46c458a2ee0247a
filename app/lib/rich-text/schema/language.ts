const bengali = /[\u0980-\u09ff]/;
const letter = /\p{L}/u;

/** Whether more than half of the letters are of the Bengali script. */
export function isMainlyBangla(text: string): boolean {
  if (!bengali.test(text)) return false;
  let balance = 0;
  for (let index = 0; index < text.length; index++) balance += weigh(text.charCodeAt(index));
  return balance > 0;
}

/** Language of a text on a page in `lang` (default English); undefined if they are equal. */
export function otherLanguage(text: string, lang: string | undefined): "bn" | "en" | undefined {
  const isBangla = isMainlyBangla(text);
  if (!lang?.startsWith("bn")) return isBangla ? "bn" : undefined;
  return !isBangla && /[a-z]/i.test(text) ? "en" : undefined;
}

/** 1 for a Bengali letter, -1 for any other, 0 for signs, vowel signs and combining parts. */
function weigh(code: number): number {
  if (code >= 0x0985 && code <= 0x09b9) return 1;
  if (code < 0x80) return (code | 32) >= 97 && (code | 32) <= 122 ? -1 : 0;
  if (code >= 0x0980 && code <= 0x09ff) return 0;
  return letter.test(String.fromCharCode(code)) ? -1 : 0;
}
