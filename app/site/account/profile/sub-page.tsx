import type { ReactNode } from "react";
import { Link } from "react-router";
import { AccountPage } from "../forms/account-page.tsx";

interface SubPageProps {
  title: string;
  lead?: ReactNode;
  isAnswer?: boolean;
  children: ReactNode;
}

/** One matter of the profile on a page of its own. */
export function SubPage({ children, ...page }: SubPageProps) {
  return (
    <AccountPage {...page}>
      {children}
      <p className="after">
        <Link to="/myprofile">Back to my profile</Link>
      </p>
    </AccountPage>
  );
}
