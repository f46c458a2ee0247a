import type { Wordings } from "../letter.ts";
import { sayMoment } from "./phrases.ts";

export const testLetters: Wordings<"test"> = {
  test: {
    subject: "This is a test of our mail",
    write: ({ at }, { company }) => ({
      heading: "Mail leaves this house",
      paragraphs: [
        `Somebody at ${company.name} sent this from the dashboard to see whether mail arrives. It has.`,
      ],
      facts: [
        { label: "Sent", value: sayMoment(at, company) },
        { label: "From", value: company.url.host },
      ],
      closing: "If it landed among your spam, look at the signature and the sender of this mail.",
    }),
  },
};
