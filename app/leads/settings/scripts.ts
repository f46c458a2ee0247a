/** Scripts of the world as Unicode names them, with what people call them. */
export const scriptNames = {
  Latin: "Latin (English, Spanish …)",
  Bengali: "Bangla",
  Devanagari: "Devanagari (Hindi, Nepali …)",
  Arabic: "Arabic (Arabic, Urdu …)",
  Cyrillic: "Cyrillic (Russian …)",
  Greek: "Greek",
  Han: "Chinese characters",
  Hangul: "Korean",
  Hiragana: "Japanese",
  Tamil: "Tamil",
  Thai: "Thai",
} as const;

export type ScriptName = keyof typeof scriptNames;

// Object.keys forgets what it lists.
export const knownScripts = Object.keys(scriptNames) as [ScriptName, ...ScriptName[]];
