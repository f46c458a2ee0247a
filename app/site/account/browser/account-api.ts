import type { Project, SessionUser } from "#app/domain/accounts/accounts.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { asSignInError, SignInError } from "./sign-in-error.ts";

/** An error response of the API, with its message. */
export class AccountApiError extends Error {
  readonly status: number;
  /** Machine-readable, such as "wrong-credentials". */
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? "That is not possible.");
    this.name = "AccountApiError";
    this.status = status;
    this.code = problem.code ?? "";
    this.fields = problem.errors ?? {};
  }
}

interface Problem {
  title?: string;
  detail?: string;
  code?: string;
  errors?: Record<string, string>;
}

/** Sends a request to `/api`. Throws a SignInError without an answer, an AccountApiError on an error response. */
export async function askAccount<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await send(path, body);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer; // the API's contract
  if (response.status >= 500 || answer === null) throw new SignInError("internal-error");
  throw new AccountApiError(response.status, answer as Problem);
}

async function send(path: string, body: object | undefined): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await fetch(`/api/${path}`, { ...init, cache: "no-store" });
  } catch {
    throw new SignInError("network-request-failed");
  }
}

/** Returns the signed-in user. */
export async function askUser(): Promise<SessionUser | null> {
  return (await askAccount<{ user: SessionUser | null }>("auth/session")).user;
}

/** Returns the sign-in methods and authorized domains of this site. */
export async function askProject(key: string): Promise<Project> {
  try {
    return await askAccount<Project>(`auth/v1/projects?key=${encodeURIComponent(key)}`);
  } catch (error) {
    throw error instanceof AccountApiError ? new SignInError("invalid-api-key") : error;
  }
}

/** Describes an error of the login, in the form's answer. */
export function describeError(error: unknown): Pick<FormAnswer, "title" | "errors"> {
  if (error instanceof AccountApiError) return { title: error.message, errors: error.fields };
  const { message, nextStep } = asSignInError(error);
  return { title: `${message} ${nextStep}`, errors: {} };
}
