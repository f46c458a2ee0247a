/** How long a text takes, "4 min"; in Bangla words and digits for Bangla texts. */
export function writeMinutes(minutes: number, lang?: string): string {
  return lang === "bn" ? `${bangla.format(minutes)} মিনিট` : `${minutes} min`;
}

const bangla = new Intl.NumberFormat("bn-BD");
