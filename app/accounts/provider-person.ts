import { z } from "zod";
import { parseEmail } from "#app/text/email.ts";
import { nameField } from "./register.ts";

/** Who the provider says somebody is. */
export interface ProviderPerson {
  /** The provider's own name for them, which never changes. */
  accountId: string;
  email: string;
  name: string;
  /** Whether the provider itself has made sure that the address is theirs; nothing but the value `true` says so. */
  isVerified: boolean;
}

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().max(1000),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
});

/** From the claims of a checked identity token; null where they name nobody. */
export function readProviderPerson(claims: unknown): ProviderPerson | null {
  const read = claimsSchema.safeParse(claims);
  const email = read.success ? parseEmail(read.data.email) : { wrong: "" };
  if (!read.success || !("address" in email)) return null;
  const { sub, email_verified, name } = read.data;
  const local = email.address.split("@")[0] ?? "";
  return {
    accountId: sub,
    email: email.address,
    isVerified: email_verified === true,
    name: nameField.safeParse(name).data ?? local,
  };
}
