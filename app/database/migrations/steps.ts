import type { Kysely } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";
import * as baseline from "./0001-baseline.ts";

/** One step forward. Restoring a backup is the only way back. */
export interface MigrationStep {
  up(query: Kysely<Schema>, engine: Engine): Promise<void>;
}

/** All steps of this version by their names, in order. */
export const steps: Record<string, MigrationStep> = {
  "0001-baseline": baseline,
};
