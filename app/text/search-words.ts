import { z } from "zod";
import { isStorable } from "./storable.ts";

/** Words to look for, as an address can hold them. */
export const searchWords = z
  .string()
  .max(200, "Use at most 200 characters")
  .refine(isStorable, "This holds characters that cannot be shown")
  .optional();
