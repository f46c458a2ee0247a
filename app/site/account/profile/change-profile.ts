import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountAnswer, AccountRequest } from "#app/accounts/accounts.ts";
import { keepAccount } from "#app/accounts/profile/deletion.ts";
import { setNewsletter } from "#app/accounts/profile/newsletter.ts";
import { saveProfile } from "#app/accounts/profile/profile.ts";
import { unlinkProvider } from "#app/accounts/providers/linked-providers.ts";
import { endOtherSessions, endSession } from "#app/accounts/sessions/own-sessions.ts";
import { signOut } from "#app/accounts/sessions/sign-in.ts";
import { describeNewsletterForm } from "#app/leads/intake/newsletter-form.ts";
import type { SentForm } from "../forms/take-form.ts";

type Change = (sent: SentForm, accounts: AccountContext, asking: AccountRequest) => Promise<AccountAnswer>;

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
      saveProfile(accounts, asking, { name: sent.text("name"), phone: sent.text("phone") }),
  },
  "end-session": {
    to: "/myprofile?done=ended",
    change: (sent, accounts, asking) => endSession(accounts, asking, { id: sent.text("id") }),
  },
  "end-others": {
    to: "/myprofile?done=ended-others",
    change: (_, accounts, asking) => endOtherSessions(accounts, asking),
  },
  newsletter: {
    to: "/myprofile?done=newsletter",
    change: (sent, accounts, asking) =>
      setNewsletter(accounts, asking, { wanted: sent.text("wanted") === "yes", consentText: consent }),
  },
  unlink: {
    to: "/myprofile?done=unlinked",
    change: (sent, accounts, asking) => unlinkProvider(accounts, asking, { id: sent.text("id") }),
  },
  keep: {
    to: "/myprofile?done=kept",
    change: (_, accounts, asking) => keepAccount(accounts, asking),
  },
  "sign-out": {
    to: "/login?done=out",
    change: (_, accounts, asking) => signOut(accounts, asking),
  },
};
