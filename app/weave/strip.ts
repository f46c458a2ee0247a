import type { Tone } from "./tones.ts";
export type StripName = "barfi" | "zig" | "tara" | "leaf" | "temple" | "vine" | "kali" | "line" | "duo" | "dash" | "gap" | "teeth" | "teethd";
export function strip(_names: StripName | readonly StripName[], _options: { tone?: Tone; unit?: number; id?: string; vertical?: boolean } = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="28" aria-hidden="true"></svg>`;
}
