import type { Wordings } from "../letter.ts";
import { sayDay, tellUs } from "./phrases.ts";

export const deletionLetters: Wordings<"deletion-asked" | "deleted"> = {
  "deletion-asked": {
    subject: "Your account will be deleted",
    write: ({ on, link }, { company }) => ({
      heading: "Your account will be deleted",
      paragraphs: [
        `You asked us to delete your account at ${company.name}. We do so on the day below; until then you can change your mind.`,
      ],
      facts: [{ label: "Deleted on", value: sayDay(on, company) }],
      action: { label: "Keep my account", link },
      closing:
        "After that day your profile, your photo and your ways to sign in are gone, and nobody can bring them back.",
    }),
  },
  deleted: {
    subject: "Your account is deleted",
    write: (_, { company }) => ({
      heading: "Your account is deleted",
      paragraphs: [
        `Your account at ${company.name} and what was in it are gone.`,
        "This is the last mail about it. You are welcome back with a new account at any time.",
      ],
      closing: `If you did not ask for this, ${tellUs(company)}.`,
    }),
  },
};
