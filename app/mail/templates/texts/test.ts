import type { Wordings } from "../template.ts";
import { sayMoment } from "./phrases.ts";

export const testLetters: Wordings<"test"> = {
  test: {
    subject: "Test e-mail",
    write: ({ at }, { company }) => ({
      heading: "Your e-mail settings work",
      paragraphs: [`Someone at ${company.name} sent this test from the dashboard.`],
      facts: [
        { label: "Sent", value: sayMoment(at, company) },
        { label: "From", value: company.url.host },
      ],
      closing:
        "If it landed in your spam folder, check the sender address and its SPF, DKIM and DMARC records.",
    }),
  },
};
