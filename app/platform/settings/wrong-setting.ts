import { PlainError } from "#app/platform/domain-error.ts";

/** A variable that is missing or wrong: names it, and says how to fix it. */
export class WrongSetting extends PlainError {
  override name = "WrongSetting";

  constructor(variable: string, mend: string, options?: ErrorOptions) {
    super(`${variable}: ${mend}`, options);
  }
}

export function readUrl(name: string, value: string | null, protocol: RegExp, mend: string): URL | null {
  if (value === null) return null;
  const url = URL.parse(value);
  if (!url || !protocol.test(url.protocol)) throw new WrongSetting(name, mend);
  return url;
}

/** Whether a host, as a URL gives it, is this very machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
