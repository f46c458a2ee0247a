/** A while in words: "40 min", "3 h 20 min", "2 days 4 h". */
export function sayMinutes(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return join(`${hours} h`, minutes % 60, "min");
  const days = Math.floor(hours / 24);
  return join(`${days} days`, hours % 24, "h");
}

function join(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${rest} ${unit}`;
}
