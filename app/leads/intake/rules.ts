import { createHash } from "node:crypto";
import type { Limit } from "#app/http/ops/limits.ts";

/** How often one sender, and one network, may send what form. */
const rules = {
  messages: { sender: [{ max: 5, seconds: 600 }], network: [{ max: 20, seconds: 600 }] },
  calls: { sender: [{ max: 5, seconds: 600 }], network: [{ max: 20, seconds: 600 }] },
  subscribers: {
    sender: [
      { max: 5, seconds: 1800 },
      { max: 10, seconds: 86_400 },
    ],
    network: [{ max: 20, seconds: 600 }],
  },
} as const;

type LimitedForm = keyof typeof rules;

/** @param sender key of an e-mail address, or a phone number; kept only as a hash */
export function limitsFor(form: LimitedForm, sender: string, network: string): Limit[] {
  const hash = createHash("sha256").update(sender).digest("base64url").slice(0, 22);
  const subjects = { sender: hash, network };
  return (["sender", "network"] as const).flatMap((by) =>
    rules[form][by].map(({ max, seconds }) => ({
      rule: `${form}:${by}:${seconds}`,
      subject: subjects[by],
      max,
      seconds,
    })),
  );
}
