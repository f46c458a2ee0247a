import type { Kysely } from "kysely";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";
import * as baseline from "./0001-baseline.ts";
import * as formerSites from "./0002-add-former-sites.ts";

/** A migration, which only a restored backup can undo. */
export interface MigrationStep {
  up(query: Kysely<Schema>, engine: Engine): Promise<void>;
}

/** All steps of this version by name, in order. */
export const steps: Record<string, MigrationStep> = {
  "0001-baseline": baseline,
  "0002-add-former-sites": formerSites,
};
