import type { AccountAnswer, AccountRequest, Accounts } from "#app/accounts/accounts.ts";
import { describeNewsletterForm } from "#app/leads/intake/newsletter-form.ts";
import type { SentForm } from "../forms/take-form.ts";

type Change = (sent: SentForm, accounts: Accounts, asking: AccountRequest) => Promise<AccountAnswer>;

interface Changes {
  /** Where one is told that it is done. */
  to: string;
  change: Change;
}

const { consent } = describeNewsletterForm();

/** What the forms of `/myprofile` itself do. */
export const changes: Record<string, Changes> = {
  save: {
    to: "/myprofile?done=saved",
    change: (sent, accounts, asking) =>
      accounts.saveProfile(asking, { name: sent.text("name"), phone: sent.text("phone") }),
  },
  "end-session": {
    to: "/myprofile?done=ended",
    change: (sent, accounts, asking) => accounts.endSession(asking, { id: sent.text("id") }),
  },
  "end-others": {
    to: "/myprofile?done=ended-others",
    change: (_, accounts, asking) => accounts.endOtherSessions(asking),
  },
  newsletter: {
    to: "/myprofile?done=newsletter",
    change: (sent, accounts, asking) =>
      accounts.setNewsletter(asking, { wanted: sent.text("wanted") === "yes", consentText: consent }),
  },
  unlink: {
    to: "/myprofile?done=unlinked",
    change: (sent, accounts, asking) => accounts.unlinkProvider(asking, { id: sent.text("id") }),
  },
  keep: {
    to: "/myprofile?done=kept",
    change: (_, accounts, asking) => accounts.keepAccount(asking),
  },
  "sign-out": {
    to: "/login?done=out",
    change: (_, accounts, asking) => accounts.signOut(asking),
  },
};
