import { z } from "zod";
import { checkInput, issuesOf } from "#app/lib/errors/check-input.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf } from "../account-events.ts";
import type { AccountRequest, NewPasswordInput } from "../accounts.ts";
import { countFirst, passwordCheckLimits } from "../limits.ts";
import { guessPassword, loadWordRanks } from "./guessing.ts";

/** Length of a password in visible characters. */
export const passwordLength = { min: 10, max: 128 } as const;

/** Password as typed, neither cut nor trimmed; `checkNewPassword` checks the rest. */
export const passwordField = z
  .string("Enter a password")
  .max(2000, `Use at most ${passwordLength.max} characters`);

/** @property known values of the form so far: name, e-mail address */
export const passwordCheckSchema = z.strictObject({
  password: z.string("Enter a password").max(200, `Use at most ${passwordLength.max} characters`),
  known: z.array(z.string().max(300)).max(3).default([]),
});

/** New password and its repetition, in a form. */
export const newPasswordFields = { password: passwordField, passwordAgain: passwordField };

/**
 * Minimum strength in bits. It excludes well-known passwords with a year and a symbol and two common words, and
 * includes three unrelated words or ten random letters (ASVS 6.2.4, 6.2.12).
 */
export const fewestBits = 31;

/**
 * Throws a DomainError for `password` or `passwordAgain`. @param known facts about the person, which the password must
 * not contain
 */
export async function checkNewPassword(
  ctx: Pick<AccountContext, "companyName">,
  input: NewPasswordInput,
  known: readonly string[],
): Promise<void> {
  const issues = await passwordIssues(ctx, input, known);
  if (issues.length > 0) throw validationError(issues);
}

/**
 * Checks a form with a new password and reports all errors at once, in the order of the form. @param knownOf returns
 * the form values that others know about the person
 */
export async function checkFormWithPassword<Shape extends z.core.$ZodLooseShape & typeof newPasswordFields>(
  ctx: Pick<AccountContext, "companyName">,
  schema: z.ZodObject<Shape>,
  input: unknown,
  knownOf: (typed: Record<string, unknown>) => readonly unknown[],
): Promise<z.output<z.ZodObject<Shape>>> {
  const result = schema.safeParse(input);
  const passwords = z.object(newPasswordFields).safeParse(input);
  const typed = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
  const known = knownOf(typed).filter((value) => typeof value === "string");
  const issues = [
    ...(result.success ? [] : issuesOf(result.error)),
    ...(passwords.success ? await passwordIssues(ctx, passwords.data, known) : []),
  ];
  if (result.success && issues.length === 0) return result.data;
  const order = Object.keys(schema.shape);
  const placeOf = ({ path: [field] }: { path: PropertyKey[] }) =>
    order.indexOf(String(field)) === -1 ? order.length : order.indexOf(String(field));
  throw validationError(issues.toSorted((one, other) => placeOf(one) - placeOf(other)));
}

/** Errors of a new password and its repetition, for a form that shows all errors at once. */
export async function passwordIssues(
  ctx: Pick<AccountContext, "companyName">,
  { password, passwordAgain }: NewPasswordInput,
  known: readonly string[],
): Promise<{ path: string[]; message: string }[]> {
  const wrong = await ratePassword(ctx, password, known);
  const differs = password.normalize("NFKC") !== passwordAgain.normalize("NFKC");
  const again = passwordAgain === "" ? "Enter the password again" : "The two passwords don’t match";
  return [
    ...(wrong === null ? [] : [{ path: ["password"], message: wrong }]),
    ...(differs ? [{ path: ["passwordAgain"], message: again }] : []),
  ];
}

/** Rejection reason of a new password before the form is sent; null if accepted. */
export async function checkPassword(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<{ refused: string | null }> {
  const here = clientContextOf(ctx, accountRequest);
  await countFirst(ctx, passwordCheckLimits(here.network), here);
  const { password, known } = checkInput(passwordCheckSchema, input);
  return { refused: await ratePassword(ctx, password, known) };
}

/** Reason why a password is rejected and how to fix it, in one sentence; null if accepted. */
export async function ratePassword(
  { companyName }: Pick<AccountContext, "companyName">,
  password: string,
  known: readonly string[],
): Promise<string | null> {
  if (password === "") return "Enter a password";
  if (!password.isWellFormed()) return "This password contains a character that can’t be read. Type it again";
  const length = [...password.normalize("NFKC")].length;
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters`;
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters`;
  const { bits, isPersonal } = guessPassword(
    password,
    [...known, await companyName()],
    await loadWordRanks(),
  );
  if (bits >= fewestBits) return null;
  return isPersonal
    ? "This is too easy to guess: it is built on your name, your e-mail address or the company’s name. Use three or more unrelated words"
    : "This is too easy to guess: it is a common password, or close to one. Use three or more unrelated words";
}
