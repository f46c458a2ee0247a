import type { Wordings } from "../template.ts";
import { sayDay, tellUs } from "./phrases.ts";

export const deletionLetters: Wordings<"deletion-asked" | "deleted"> = {
  "deletion-asked": {
    subject: "Your account will be deleted",
    write: ({ on, link }, { company }) => ({
      heading: "Your account will be deleted",
      paragraphs: [
        `You asked us to delete your account at ${company.name}. It will be deleted on the day below. Until then you can keep it.`,
      ],
      facts: [{ label: "Deleted on", value: sayDay(on, company) }],
      action: { label: "Keep my account", link },
      closing:
        "After that day your profile, your photo and your sign-in methods are gone and can’t be restored.",
    }),
  },
  deleted: {
    subject: "Your account was deleted",
    write: (_, { company }) => ({
      heading: "Your account was deleted",
      paragraphs: [
        `Your account at ${company.name} and its data were deleted.`,
        "This is the last e-mail about it. You can create a new account at any time.",
      ],
      closing: `If you did not ask for this, ${tellUs(company)}.`,
    }),
  },
};
