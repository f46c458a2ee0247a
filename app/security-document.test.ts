import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { challengeSeconds } from "#app/accounts/passkeys.ts";
import { deletionGraceMs } from "#app/accounts/profile/profile.ts";
import { signsForMs, tokenSeconds } from "#app/accounts/sessions/access-tokens.ts";
import { totpSeconds } from "#app/accounts/two-factor/codes.ts";
import { auditDays } from "#app/audit/audit.ts";
import { emptySettings } from "#app/company/settings-schema.ts";
import { notFoundBounds } from "#app/content/not-found-log.ts";
import { entryTrashDays } from "#app/content/trash.ts";
import { previewDays } from "#app/content/versions/preview.ts";
import { copiesKeptMs } from "#app/database/open-up-to-date.ts";
import {
  mostPictureBytes,
  mostPixels,
  mostPortraitBytes,
  mostPortraitPixels,
} from "#app/files/pictures/accept-picture.ts";
import { mostBytesADay, mostFiles, uploadLimits } from "#app/files/upload/upload.ts";
import { mostAtWork, mostConnections, mostHalfSent, mostPerNetwork } from "#app/http/listener/overload.ts";
import { mostExportBytes, mostUnpacked, mostUploadsBytes } from "#app/imports/imports.ts";
import { leadSettingsSchema } from "#app/leads/lead-settings.ts";
import { mostImportBytes, mostImportLines } from "#app/leads/subscribers/import.ts";
import { confirmDays } from "#app/leads/subscribers/subscribe.ts";
import { mailKeptDays } from "#app/mail/open-mail.ts";
import * as accountLimits from "./accounts/limits.ts";
import { fewestBits, passwordLength } from "./accounts/passwords/password-rules.ts";
import { attemptMs } from "./accounts/providers/providers.ts";
import { linkMs } from "./accounts/registration/register.ts";
import { setupMs } from "./accounts/registration/setup.ts";
import { tokenDays } from "./accounts/service-tokens.ts";
import { stepMinutes } from "./accounts/sessions/create-session.ts";
import { deviceSeconds } from "./accounts/sessions/known-devices.ts";
import { freshMs, sessionLifetimeOf } from "./accounts/sessions/session.ts";
import { invitationMs } from "./accounts/staff/invitations.ts";
import { mostCodeTries } from "./accounts/two-factor/two-factor.ts";
import { addressRules } from "./addresses.ts";
import { mostDocumentBytes } from "./files/documents/accept-document.ts";
import { publicForm, staffForm } from "./http/bodies/read-form.ts";
import { mostParameters } from "./http/listener/accept-request.ts";
import { longestUrl } from "./http/listener/incoming.ts";
import { usualTimeoutMs } from "./http/listener/site-server.ts";
import { canaryDays } from "./leads/canary/canary-job.ts";
import { keyLifetimeMs } from "./leads/intake/idempotency.ts";
import { intakeLimits } from "./leads/intake/intake-limits.ts";
import { capacityLimits } from "./leads/notices/announce.ts";
import { unconfirmedDays } from "./leads/subscribers/change.ts";
import { countedNetworks } from "./platform/limits/client-network.ts";
import type { Limit } from "./platform/limits/limits.ts";
import { deepestJson, mostJsonValues } from "./text/json-bounds.ts";
import { visitsKeptDays } from "./visits/count-visits.ts";
import { deliveriesKeptDays } from "./webhooks/sender.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/security.md"), "utf8");

/** What stands under a heading: each row's first cell with its second and third. */
function readTable(heading: string): Map<string, { figure: string; note: string }> {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.slice(1).map((row) => row.split("|").map((cell) => cell.trim()));
  return new Map(cells.map(([, name = "", figure = "", note = ""]) => [name, { figure, note }]));
}

function figuresOf(heading: string): Record<string, string> {
  return Object.fromEntries([...readTable(heading)].map(([name, { figure }]) => [name, figure]));
}

/** Seconds in the largest unit that holds them whole. */
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

test("the page of security says how often what may be done, for every rule", () => {
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

test("the page of security says how large what may be", () => {
  expect(figuresOf("Sizes")).toEqual({
    "body of a form or request by anybody": inBytes(publicForm.bytes),
    "fields of a form by anybody": inDigits(publicForm.fields),
    "body of a form by staff": inBytes(staffForm.bytes),
    "fields of a form by staff": inDigits(staffForm.fields),
    "body of `/api/files` and `/dashboard/files`": inBytes(addressRules.bodyLimit("/api/files")),
    "body of `/myprofile/photo`": inBytes(addressRules.bodyLimit("/myprofile/photo")),
    "export to import": inBytes(mostExportBytes),
    "pictures of an import": inBytes(mostUploadsBytes),
    "address of a request": `${inDigits(longestUrl)} bytes`,
    "parameters of an address": inDigits(mostParameters),
    "depth of JSON": inDigits(deepestJson),
    "values in JSON": inDigits(mostJsonValues),
    "files in one upload": inDigits(mostFiles),
    picture: inBytes(mostPictureBytes),
    "pixels of a picture": inDigits(mostPixels),
    PDF: inBytes(mostDocumentBytes),
    "photo of a person": inBytes(mostPortraitBytes),
    "pixels of a photo": inDigits(mostPortraitPixels),
    "uploads of a person in a day": inBytes(mostBytesADay),
    "list of subscribers": inBytes(mostImportBytes),
    "requests at work": inDigits(mostAtWork),
    "connections of one network": inDigits(mostConnections),
    "half-sent bodies": inDigits(mostHalfSent.inAll),
    "time for a request to come in": inTime(usualTimeoutMs / 1000),
  });
  expect(addressRules.bodyLimit("/contact")).toBe(publicForm.bytes);
  const table = readTable("Sizes");
  expect(table.get("list of subscribers")?.note).toContain(`${inDigits(mostImportLines)} lines`);
  expect(table.get("export to import")?.note).toContain(`${inDigits(mostUnpacked.files)} files`);
  expect(table.get("requests at work")?.note).toContain(`of one network ${mostPerNetwork}`);
  expect(table.get("half-sent bodies")?.note).toContain(`of one network ${mostHalfSent.perNetwork};`);
});

test("the page of security says how long what is good", () => {
  const { editorIdleMinutes, adminIdleMinutes } = emptySettings.accounts;
  const idleMinutes = { editor: editorIdleMinutes, admin: adminIdleMinutes };
  const editor = sessionLifetimeOf("editor", idleMinutes);
  const staff = sessionLifetimeOf("admin", idleMinutes);
  const member = sessionLifetimeOf("member", idleMinutes);
  expect(editor.absolute).toBe(staff.absolute);
  expect(figuresOf("Lifetimes")).toEqual({
    "session of an editor, unused": inTime(editor.idle),
    "session of an admin, unused": inTime(staff.idle),
    "session of staff, in all": inTime(staff.absolute),
    "session of a member, unused": inTime(member.idle),
    "session of a member, in all": inTime(member.absolute),
    "proof of identity for what is guarded": inTime(freshMs / 1000),
    "half a sign-in that waits for a code": inTime(stepMinutes * 60),
    "token of `POST /api/jwt`": inTime(tokenSeconds),
    "service token": `${tokenDays.slice(0, -1).join(", ")} or ${tokenDays.at(-1)} days`,
    "key that signs tokens": inTime(signsForMs / 1000),
    "link that proves an address or resets a password": inTime(linkMs / 1000),
    "link of an invitation": inTime(invitationMs / 1000),
    "link that makes the first admin": inTime(setupMs / 1000),
    "link of a newsletter sign-up": inDays(confirmDays),
    "challenge of a passkey": inTime(challengeSeconds),
    "sign-in at the provider": inTime(attemptMs / 1000),
    "browser that is known": inTime(deviceSeconds),
    "preview link": `${previewDays.slice(0, -1).join(", ")} or ${previewDays.at(-1)} days`,
    "code of an authenticator app": inTime(totpSeconds),
    "account that was asked to be deleted": inTime(deletionGraceMs / 1000),
  });
  expect(readTable("Lifetimes").get("half a sign-in that waits for a code")?.note).toBe(
    `${mostCodeTries} tries`,
  );
});

test("the page of security says how long what is kept", () => {
  const { retention } = leadSettingsSchema.parse({});
  expect(figuresOf("What is kept how long")).toEqual({
    "words of a closed message or call": `${retention.closedMonths} months`,
    spam: inDays(retention.spamDays),
    "network and browser of a sender": inDays(retention.traceDays),
    "mail that left or was given up": inDays(mailKeptDays),
    "newsletter sign-up that nobody confirmed": inDays(unconfirmedDays),
    "audit: signing in, attempts, refusals": inDays(auditDays.access),
    "audit: everything else": inDays(auditDays.actions),
    "page views": inDays(visitsKeptDays),
    "addresses not found": inDays(notFoundBounds.days),
    "trash: entries and files": inDays(entryTrashDays),
    "deliveries of webhooks": inDays(deliveriesKeptDays),
    "test messages of the site itself: when, and whether they arrived": inDays(canaryDays),
    "key of a form that was sent": inTime(keyLifetimeMs / 1000),
    "copies of the embedded database before an update": inTime(copiesKeptMs / 1000),
  });
});

test("the page of security says which passwords are taken", () => {
  expect(page).toContain(`A password has ${passwordLength.min} to ${passwordLength.max} characters`);
  expect(page).toContain(`below ${fewestBits} bits`);
});
