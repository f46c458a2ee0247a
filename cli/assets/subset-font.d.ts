declare module "subset-font" {
  interface Cut {
    targetFormat: "woff2" | "sfnt";
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    keepFeatures?: string[] | undefined;
  }

  /** Font reduced to the glyphs that the letters need. */
  export default function subsetFont(font: Uint8Array, letters: string, cut: Cut): Promise<Uint8Array>;
}
