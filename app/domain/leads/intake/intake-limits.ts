import { createHash } from "node:crypto";
import type { Limit } from "#app/platform/limits/limits.ts";

/** Limits of each form, for one sender and for one network. */
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

/**
 * Returns the limits of one submission.
 * @param sender key of an e-mail address, or a phone number; stored only as a hash
 */
export function intakeLimits(form: LimitedForm, sender: string, network: string): Limit[] {
  const subject = createHash("sha256").update(sender).digest("base64url").slice(0, 22);
  const { sender: ofSender, network: ofNetwork } = rules[form];
  return [
    ...ofSender.map((limit) => ({ rule: `${form}:sender:${limit.seconds}`, subject, ...limit })),
    ...ofNetwork.map((limit) => ({ rule: `${form}:network:${limit.seconds}`, network, ...limit })),
  ];
}
