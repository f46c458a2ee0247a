// biome-ignore lint/style/noRestrictedImports: here the seed is set.
import fc from "fast-check";

/**
 * Generated values are the same on every run, so that a commit always gives the same result;
 * `cd lab && npm run generated` repeats these tests with new seeds (`GENERATED_SEED`).
 */
fc.configureGlobal({ seed: Number(process.env.GENERATED_SEED ?? 20_261_123) });

export default fc;
