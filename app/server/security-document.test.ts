import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { challengeSeconds } from "#app/domain/accounts/passkeys.ts";
import { deletionGraceMs } from "#app/domain/accounts/profile/profile.ts";
import { signsForMs, tokenSeconds } from "#app/domain/accounts/sessions/access-tokens.ts";
import { totpSeconds } from "#app/domain/accounts/two-factor/codes.ts";
import { auditDays } from "#app/domain/audit/audit.ts";
import { emptySettings } from "#app/domain/company/settings-schema.ts";
import { notFoundBounds } from "#app/domain/content/not-found-log.ts";
import { entryTrashDays } from "#app/domain/content/trash.ts";
import { previewDays } from "#app/domain/content/versions/preview.ts";
import {
  maxPictureBytes,
  maxPixels,
  maxPortraitBytes,
  maxPortraitPixels,
} from "#app/domain/files/pictures/accept-picture.ts";
import { maxBytesPerDay, maxFiles, uploadLimits } from "#app/domain/files/upload/upload.ts";
import { leadSettingsSchema } from "#app/domain/leads/lead-settings.ts";
import { mailRetentionDays } from "#app/domain/mail/open-mail.ts";
import { maxImportBytes, maxImportLines } from "#app/domain/newsletter/subscribers/import.ts";
import { confirmDays } from "#app/domain/newsletter/subscribers/subscribe.ts";
import { maxExportBytes, maxUnpacked, maxUploadsBytes } from "#app/ops/transfer/jobs/imports.ts";
import { copyRetentionMs } from "#app/platform/database/open-up-to-date.ts";
import {
  maxActivePerNetwork,
  maxActiveRequests,
  maxConnectionsPerNetwork,
  maxIncompleteBodies,
} from "#app/platform/http/listener/overload.ts";
import * as accountLimits from "../domain/accounts/limits.ts";
import { fewestBits, passwordLength } from "../domain/accounts/passwords/password-rules.ts";
import { attemptMs } from "../domain/accounts/providers/providers.ts";
import { linkMs } from "../domain/accounts/registration/register.ts";
import { setupMs } from "../domain/accounts/registration/setup.ts";
import { tokenDays } from "../domain/accounts/service-tokens.ts";
import { stepMinutes } from "../domain/accounts/sessions/create-session.ts";
import { deviceSeconds } from "../domain/accounts/sessions/known-devices.ts";
import { freshMs, sessionLifetimeOf } from "../domain/accounts/sessions/session.ts";
import { invitationMs } from "../domain/accounts/staff/invitations.ts";
import { maxCodeAttempts } from "../domain/accounts/two-factor/two-factor.ts";
import { maxDocumentBytes } from "../domain/files/documents/accept-document.ts";
import { keyLifetimeMs } from "../domain/leads/intake/idempotency.ts";
import { intakeLimits } from "../domain/leads/intake/intake-limits.ts";
import { capacityLimits } from "../domain/leads/notices/announce.ts";
import { unconfirmedDays } from "../domain/newsletter/subscribers/change.ts";
import { visitRetentionDays } from "../domain/visits/count-visits.ts";
import { deliveryRetentionDays } from "../domain/webhooks/sender.ts";
import { deepestJson, maxJsonValues } from "../lib/text/json-bounds.ts";
import { canaryRetentionDays } from "../ops/canary/canary-job.ts";
import { publicForm, staffForm } from "../platform/http/bodies/read-form.ts";
import { maxParameters } from "../platform/http/listener/accept-request.ts";
import { maxUrlLength } from "../platform/http/listener/incoming.ts";
import { usualTimeoutMs } from "../platform/http/listener/site-server.ts";
import { countedNetworks } from "../platform/limits/client-network.ts";
import type { Limit } from "../platform/limits/limits.ts";
import { addressRules } from "./addresses.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");

/** Rows of the table under a heading, by the first cell; rules with the same figure share a row. */
function readTable(heading: string): Map<string, { figure: string; note: string }> {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.slice(1).map((row) => row.split("|").map((cell) => cell.trim()));
  return new Map(
    cells.flatMap(([, names = "", figure = "", note = ""]) =>
      names.split(/(?<=`), (?=`)/).map((name) => [name, { figure, note }]),
    ),
  );
}

function figuresOf(heading: string): Record<string, string> {
  return Object.fromEntries([...readTable(heading)].map(([name, { figure }]) => [name, figure]));
}

/** Formats seconds in the largest unit that divides them. */
function inTime(seconds: number): string {
  for (const [unit, length] of [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ] as const) {
    const isWhole = seconds % length === 0 && (unit !== "minute" || seconds > 90);
    if (isWhole) return `${seconds / length} ${unit}${seconds === length ? "" : "s"}`;
  }
  return `${seconds} seconds`;
}

const inDays = (days: number) => `${days.toLocaleString("en-GB")} days`;
const inBytes = (bytes: number) => (bytes < 1_000_000 ? `${bytes / 1000} kB` : `${bytes / 1_000_000} MB`);
const inDigits = (count: number) => count.toLocaleString("en-GB");

test("security.md states every rate limit", () => {
  const limits: Limit[] = [
    ...accountLimits.signInLimits("", "", { device: null, network: null }),
    ...accountLimits.signInLimits("", "", { device: null, network: "" }),
    ...accountLimits.signInLimits("", "", { device: "", network: null }),
    ...accountLimits.passkeyLimits("", ""),
    ...accountLimits.challengeLimits(""),
    ...accountLimits.twoFactorLimits("", { device: null, network: null }),
    ...accountLimits.twoFactorLimits("", { device: null, network: "" }),
    ...accountLimits.twoFactorLimits("", { device: "", network: null }),
    ...accountLimits.passwordCheckLimits(""),
    ...accountLimits.confirmLimits(""),
    ...accountLimits.registrationLimits(""),
    ...accountLimits.resetLimits(""),
    ...accountLimits.resendLimits(""),
    ...accountLimits.providerLimits(""),
    ...accountLimits.strangerMailLimits("reset", ""),
    ...accountLimits.newAddressLimits(""),
    ...accountLimits.callerMailLimits("reset", "", ""),
    ...accountLimits.photoLimits(""),
    ...accountLimits.serviceTokenLimits(""),
    ...accountLimits.mcpChangeLimits(""),
    ...uploadLimits(""),
    ...(["messages", "calls", "subscribers"] as const).flatMap((table) => intakeLimits(table, "", "")),
    ...capacityLimits("receipt", ""),
    ...capacityLimits("notice", ""),
  ];
  expect(figuresOf("Limits")).toEqual(
    Object.fromEntries(
      limits.map(({ rule, max, seconds }) => [`\`${rule}\``, `${max} in ${inTime(seconds)}`]),
    ),
  );
  const [, line, site] = countedNetworks("2001:db8:0:1::/64");
  expect(page).toContain(
    `${line?.factor} times the figure for the /56 and ${site?.factor} times for the /48`,
  );
});

test("security.md states every size limit", () => {
  expect(figuresOf("Sizes")).toEqual({
    "public form or request": `${inBytes(publicForm.bytes)}, ${inDigits(publicForm.fields)} fields`,
    "staff form": `${inBytes(staffForm.bytes)}, ${inDigits(staffForm.fields)} fields`,
    "body of `/api/files` and `/dashboard/files`": inBytes(addressRules.bodyLimit("/api/files")),
    "body of `/myprofile/photo`": inBytes(addressRules.bodyLimit("/myprofile/photo")),
    "export to import": inBytes(maxExportBytes),
    "pictures of an import": inBytes(maxUploadsBytes),
    "request address": `${inDigits(maxUrlLength)} bytes, ${inDigits(maxParameters)} parameters`,
    JSON: `depth ${inDigits(deepestJson)}, ${inDigits(maxJsonValues)} values`,
    "files in one upload": inDigits(maxFiles),
    picture: `${inBytes(maxPictureBytes)}, ${inDigits(maxPixels)} pixels`,
    PDF: inBytes(maxDocumentBytes),
    portrait: `${inBytes(maxPortraitBytes)}, ${inDigits(maxPortraitPixels)} pixels`,
    "uploads of a person in a day": inBytes(maxBytesPerDay),
    "subscriber list": inBytes(maxImportBytes),
    "concurrent requests": inDigits(maxActiveRequests),
    "connections of a network": inDigits(maxConnectionsPerNetwork),
    "incomplete bodies": inDigits(maxIncompleteBodies.total),
    "time to receive a request": inTime(usualTimeoutMs / 1000),
  });
  expect(addressRules.bodyLimit("/contact")).toBe(publicForm.bytes);
  const table = readTable("Sizes");
  expect(table.get("subscriber list")?.note).toContain(`${inDigits(maxImportLines)} lines`);
  expect(table.get("export to import")?.note).toContain(`${inDigits(maxUnpacked.files)} files`);
  expect(table.get("concurrent requests")?.note).toContain(`of one network ${maxActivePerNetwork}`);
  expect(table.get("incomplete bodies")?.note).toContain(`of one network ${maxIncompleteBodies.perNetwork};`);
});

test("security.md states every lifetime", () => {
  const { editorIdleMinutes, adminIdleMinutes } = emptySettings.accounts;
  const idleMinutes = { editor: editorIdleMinutes, admin: adminIdleMinutes };
  const editor = sessionLifetimeOf("editor", idleMinutes);
  const admin = sessionLifetimeOf("admin", idleMinutes);
  const member = sessionLifetimeOf("member", idleMinutes);
  const describeSession = ({ idle, absolute }: { idle: number; absolute: number }) =>
    `${inTime(idle)} idle, ${inTime(absolute)} in all`;
  expect(figuresOf("Lifetimes")).toEqual({
    "editor session": describeSession(editor),
    "admin session": describeSession(admin),
    "member session": describeSession(member),
    "fresh session": inTime(freshMs / 1000),
    "sign-in that waits for a code": inTime(stepMinutes * 60),
    "token of `POST /api/jwt`": inTime(tokenSeconds),
    "service token": `${tokenDays.slice(0, -1).join(", ")} or ${tokenDays.at(-1)} days`,
    "token signing key": inTime(signsForMs / 1000),
    "link to confirm an address or reset a password": inTime(linkMs / 1000),
    "invitation link": inTime(invitationMs / 1000),
    "first admin link": inTime(setupMs / 1000),
    "newsletter confirmation link": inDays(confirmDays),
    "passkey challenge": inTime(challengeSeconds),
    "sign-in at the provider": inTime(attemptMs / 1000),
    "known browser": inTime(deviceSeconds),
    "preview link": `${previewDays.slice(0, -1).join(", ")} or ${previewDays.at(-1)} days`,
    "authenticator code": inTime(totpSeconds),
    "deleted account, restorable": inTime(deletionGraceMs / 1000),
  });
  expect(readTable("Lifetimes").get("sign-in that waits for a code")?.note).toBe(`${maxCodeAttempts} tries`);
});

test("security.md states every retention period", () => {
  const { retention } = leadSettingsSchema.parse({});
  expect(figuresOf("Retention")).toEqual({
    "text of closed messages and calls": `${retention.closedMonths} months`,
    spam: inDays(retention.spamDays),
    "network and browser of a sender": inDays(retention.traceDays),
    "sent or failed mail": inDays(mailRetentionDays),
    "unconfirmed newsletter sign-up": inDays(unconfirmedDays),
    "audit: sign-ins, attempts, refusals": inDays(auditDays.access),
    "audit: everything else": inDays(auditDays.actions),
    "page views": inDays(visitRetentionDays),
    "addresses not found": inDays(notFoundBounds.days),
    "trash: entries and files": inDays(entryTrashDays),
    "webhook deliveries": inDays(deliveryRetentionDays),
    "results of test messages": inDays(canaryRetentionDays),
    "key of a sent form": inTime(keyLifetimeMs / 1000),
    "SQLite copies before updates": inTime(copyRetentionMs / 1000),
  });
});

test("asvs.md counts each requirement once, and states the counts", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/asvs.md"), "utf8");
  const [, ...sections] = text.split(/^## .*$/m);
  const counts = sections.map((section) => {
    const ids = [...section.matchAll(/^(?:\| )?(\d[\d., –]*)/gm)].flatMap(([, list = ""]) => expandIds(list));
    expect(new Set(ids).size).toBe(ids.length);
    return ids.length;
  });
  const [met, notVerified, notApplicable] = counts;
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(253);
  expect(text).toContain(`${met} are met, ${notApplicable} do not apply, ${notVerified} is not verified`);
});

/** Ids of a list such as `7.1.1–7.1.3, 7.6.1`. */
function expandIds(list: string): string[] {
  return list
    .split(",")
    .filter((part) => part.trim() !== "")
    .flatMap((part) => {
      const [first = "", last = first] = part.trim().split("–");
      const [chapter, section, from] = first.split(".");
      const to = Number(last.split(".")[2]);
      return Array.from(
        { length: to - Number(from) + 1 },
        (_, at) => `${chapter}.${section}.${Number(from) + at}`,
      );
    });
}

test("security.md states the password limits", () => {
  expect(page).toContain(`A password has ${passwordLength.min} to ${passwordLength.max} characters`);
  expect(page).toContain(`below ${fewestBits} bits`);
});
