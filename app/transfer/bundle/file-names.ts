/** Gives every text a file name of its own: readable, safe on every system, no two the same even where case is not told apart. */
export function openFileNames(): (text: string) => string {
  // Windows keeps these for devices.
  const taken = new Set(["con", "prn", "aux", "nul", "com1", "com2", "com3", "lpt1", "lpt2", "lpt3"]);
  return (text) => {
    const base = plainName(text) || "untitled";
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
    taken.add(name);
    return name;
  };
}

/** Letters and digits of any script, in lower case, joined by hyphens; at most 60 characters. */
export function plainName(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu) ?? [];
  return [...words.join("-")].slice(0, 60).join("").replace(/-+$/, "");
}
