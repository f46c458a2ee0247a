const looks: [what: string, sign: RegExp][] = [
  [
    "colours, sizes or alignment",
    /\bhas-[\w-]+-(?:color|background|background-color|font-size)\b|\bhas-text-align-|\bstyle\s*=|\balign\s*=|\balign(?:left|right|center|wide|full)\b|<(?:font|center|big|small)\b/i,
  ],
  ["columns, which stand below each other now", /\bwp-block-column\b|\bwp-block-media-text\b/i],
  ["raised or lowered letters, which stand in line now", /<su[bp]\b/i],
  ["a frame around other blocks", /\bwp-block-(?:group|cover)\b/i],
];

/** What readers saw of an HTML text besides its words and their order. */
export function lostLooks(html: string): string[] {
  const explained = [
    ...html.matchAll(/<(?:abbr|acronym|dfn)\b[^>]{0,500}?\btitle\s*=\s*["']([^"']{1,300})["']/gi),
  ];
  return [
    ...looks.flatMap(([what, sign]) => (sign.test(html) ? [what] : [])),
    ...explained.map(([, text = ""]) => `explanation “${text}” that showed on pointing`),
  ];
}
