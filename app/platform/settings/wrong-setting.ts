import { PlainError } from "#app/lib/errors/domain-error.ts";

/** An error for a missing or invalid variable, with its name and fix. */
export class WrongSetting extends PlainError {
  override name = "WrongSetting";

  constructor(variable: string, fix: string, options?: ErrorOptions) {
    super(`${variable}: ${fix}`, options);
  }
}

export function readUrl(name: string, value: string | null, protocol: RegExp, fix: string): URL | null {
  if (value === null) return null;
  const url = URL.parse(value);
  if (!url || !protocol.test(url.protocol)) throw new WrongSetting(name, fix);
  return url;
}

/** Whether the host of a URL is this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
