type SharpLibrary = typeof import("sharp")["default"];

let loaded: Promise<SharpLibrary> | undefined;

/** Loads sharp on first use, with our limits, because its native code takes memory and time. */
export function loadSharp(): Promise<SharpLibrary> {
  loaded ??= import("sharp").then(({ default: sharp }) => limit(sharp));
  return loaded;
}

function limit(sharp: SharpLibrary): SharpLibrary {
  sharp.concurrency(1);
  // Each image is read only once, so a cache would only use memory.
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  // Decoders of the accepted formats; SVG for our own artwork, since uploads are checked by
  // signature.
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"].map((name) => `VipsForeignLoad${name}Buffer`),
  });
  return sharp;
}
