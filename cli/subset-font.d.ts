declare module "subset-font" {
  interface Cut {
    targetFormat: "woff2" | "sfnt";
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    keepFeatures?: string[] | undefined;
  }

  /** The font with nothing left in it but what the letters need. */
  export default function subsetFont(font: Uint8Array, letters: string, cut: Cut): Promise<Uint8Array>;
}
