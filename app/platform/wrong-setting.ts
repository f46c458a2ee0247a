/** A variable that is missing or wrong: names it, and says how to mend it. */
export class WrongSetting extends Error {
  constructor(variable: string, mend: string) {
    super(`${variable}: ${mend}`);
    this.name = "WrongSetting";
  }
}

export function readUrl(name: string, value: string | null, protocol: RegExp, mend: string): URL | null {
  if (value === null) return null;
  const url = URL.parse(value);
  if (!url || !protocol.test(url.protocol)) throw new WrongSetting(name, mend);
  return url;
}
