import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useLogin } from "../browser/login-context.tsx";

/** Leads on as soon as somebody is signed in: here, by a popup that was late, or on another page of this browser. */
export function LeadIn({ next }: { next: string }) {
  const { user } = useLogin();
  const navigate = useNavigate();
  useEffect(() => {
    if (user) void navigate(next, { replace: true });
  }, [user, next, navigate]);
  return null;
}
