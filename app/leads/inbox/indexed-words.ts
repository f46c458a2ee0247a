import { wordsOf } from "#app/text/words.ts";
import type { Lead } from "../lead.ts";

const mostWords = 2000;

/** The words a lead is found by: all that was written, the parts of its address, its number and its reference. */
export function indexedWords(lead: Lead): string[] {
  const { name, email, reference, company, service, message, topic, best_time } = lead;
  const words = [name, email, reference, company, service, message, topic, best_time].flatMap(wordsOf);
  const found = new Set([...words.map((word) => word.slice(0, 60)), ...endingsOf(lead.phone)]);
  return [...found].slice(0, mostWords);
}

/** The words somebody looks for. A number is found by any of its parts, with or without the zero of its country. */
export function soughtWords(query: string): string[] {
  const words = wordsOf(query).map((word) => (/^0\d{2,}$/.test(word) ? word.slice(1) : word));
  return [...new Set(words)].slice(0, 8).map((word) => word.slice(0, 60));
}

/** Every ending of a number, since words are found by their beginnings. */
function endingsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, "");
  return Array.from({ length: Math.max(0, digits.length - 2) }, (_, at) => digits.slice(at));
}
