import { data } from "react-router";
import { encode } from "uqr";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import type { AccountRequest } from "#app/domain/accounts/accounts.ts";
import { staleStatus } from "#app/domain/accounts/browser/confirmation.ts";
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
} from "#app/domain/accounts/two-factor/two-factor.ts";
import { isForDocument } from "#app/domain/routing/stale-form.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { redirectOn, type SentForm } from "../forms/account-route.ts";

/** Data of the page that sets up the authenticator app. */
export interface Setup {
  uri: string;
  secret: string;
  qr: ReturnType<typeof drawQr>;
}

/** Turns two-factor authentication on or off. Secrets are in the response body, never in an address. */
export async function changeTwoFactor(
  sent: SentForm,
  accounts: AccountContext,
  accountRequest: AccountRequest,
) {
  if (sent.intent === "begin") {
    const { secret, uri } = await beginTwoFactor(accounts, accountRequest);
    return uncachedAnswer({ setup: describeSetup(uri, secret), refusal: null });
  }
  if (sent.intent === "enable") return enable(sent, accounts, accountRequest);
  if (sent.intent === "renew") {
    const { recoveryCodes } = await renewRecoveryCodes(accounts, accountRequest);
    return uncachedAnswer({ codes: recoveryCodes });
  }
  if (sent.intent !== "disable") return notFound();
  const { cookies } = await disableTwoFactor(accounts, accountRequest);
  return redirectOn("/myprofile?done=second-step-off", cookies);
}

/** Enables two-factor authentication; a wrong code or a stale session shows the same QR code again. */
async function enable(sent: SentForm, accounts: AccountContext, accountRequest: AccountRequest) {
  try {
    const { recoveryCodes, cookies } = await enableTwoFactor(accounts, accountRequest, {
      code: sent.text("code").trim(),
    });
    return uncachedAnswer({ codes: recoveryCodes }, cookies);
  } catch (error) {
    const uri = sent.text("uri");
    if (!(error instanceof DomainError) || !/^otpauth:.{1,600}$/.test(uri)) throw error;
    const isStale = error.code === "stale-session";
    if (isStale && isForDocument(accountRequest.request)) throw error;
    const setup = describeSetup(uri, sent.text("secret"));
    const status = isStale ? staleStatus : 422;
    return data({ setup, refusal: error.fields.code ?? error.message }, { status, headers: noStore });
  }
}

function describeSetup(uri: string, secret: string): Setup {
  return { uri, secret, qr: drawQr(uri) };
}

const noStore = { "cache-control": "no-store" };

function uncachedAnswer<Data>(answer: Data, cookies: readonly string[] = []) {
  const headers = new Headers(noStore);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return data(answer, { headers });
}

/** A QR code as the path of an SVG on a grid of `size` squares. */
export interface QrDrawing {
  path: string;
  size: number;
}

export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.map((row, y) => drawRow(row, y)).join("");
  return { path, size };
}

function drawRow(row: readonly boolean[], y: number): string {
  return row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("");
}
