import { createPrivateKey, createPublicKey } from "node:crypto";
import type { Env } from "#app/platform/settings/env.ts";
import { domainOf } from "#app/platform/settings/mail-sender.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

/** DNS queries of the checks, as in `Resolver` of `node:dns/promises`. */
export interface NameService {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
}

const { fine, warning, wrong, unchecked } = diagnosesOf("DNS");

/** Checks the DNS records that authenticate mail from `MAIL_FROM` (SPF, DKIM, DMARC), and MX for replies. */
export async function checkMailRecords(
  { mailFrom, dkim, smtpUrl }: Pick<Env, "mailFrom" | "dkim" | "smtpUrl">,
  names: NameService,
): Promise<Diagnosis[]> {
  if (smtpUrl === null) return [];
  const domain = domainOf(mailFrom).toLowerCase();
  return Promise.all([
    checkSpf(domain, names),
    checkDkim(dkim, domain, names),
    checkDmarc(domain, names),
    checkMx(domain, names),
  ]);
}

async function checkSpf(domain: string, names: NameService): Promise<Diagnosis> {
  const found = await readRecords(names, domain, /^v=spf1(\s|$)/i);
  if ("diagnosis" in found) return found.diagnosis;
  const [record, ...more] = found.records;
  if (record === undefined)
    return wrong(
      `${domain} has no SPF record`,
      `add a TXT record for ${domain} that names your mail server, such as "v=spf1 include:_spf.provider.example -all"`,
    );
  if (more.length > 0)
    return wrong(
      `${domain} has ${found.records.length} SPF records, which makes all invalid`,
      "merge them into one",
    );
  if (/\s\+?all(\s|$)/i.test(record))
    return wrong(`the SPF record of ${domain} allows every server to send mail`, "end it with -all or ~all");
  if (!/\s([-~]all|redirect=\S+)(\s|$)/i.test(record))
    return warning(`the SPF record of ${domain} forbids no server`, "end it with -all or ~all");
  return fine(`SPF: ${record}`, "check that it includes the mail server of SMTP_URL");
}

async function checkDkim(dkim: Env["dkim"], domain: string, names: NameService): Promise<Diagnosis> {
  if (dkim === null)
    return unchecked(
      `the site does not sign mail, and can't check whether the mail server signs it for ${domain}`,
      "set DKIM_SELECTOR and DKIM_KEY, or enable signing on the mail server: OpenDKIM then needs List-Unsubscribe-Post in SignHeaders to sign one-click unsubscribing",
    );
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const found = await readRecords(names, name, /(^|;)\s*p=/i);
  if ("diagnosis" in found) return found.diagnosis;
  const right = createPublicKey(createPrivateKey(dkim.privateKey))
    .export({ type: "spki", format: "der" })
    .toString("base64");
  const keys = found.records.map(
    (record) => /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s/g, "") ?? "",
  );
  if (keys.length === 1 && keys[0] === right) return fine(`DKIM: ${name} has the right public key`);
  const fix = `set the TXT record of ${name} to: v=DKIM1; k=rsa; p=${right}`;
  return keys.length === 0
    ? wrong(`${name} has no key`, fix)
    : wrong(`${name} has another key than DKIM_KEY`, fix);
}

/** Checks the DMARC record of the domain, or of its nearest parent with one (RFC 7489, 6.6.3). */
async function checkDmarc(domain: string, names: NameService): Promise<Diagnosis> {
  const labels = domain.split(".");
  for (let first = 0; first <= labels.length - 2; first += 1) {
    const place = labels.slice(first).join(".");
    const found = await readRecords(names, `_dmarc.${place}`, /^v=DMARC1\s*(;|$)/i);
    if ("diagnosis" in found) return found.diagnosis;
    const [record, ...more] = found.records;
    if (record === undefined) continue;
    if (more.length > 0)
      return wrong(
        `${place} has ${found.records.length} DMARC records, which makes all invalid`,
        "merge them into one",
      );
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase();
    if (policy === undefined)
      return wrong(`the DMARC record of ${place} states no policy`, "give it p=quarantine");
    return policy === "none"
      ? warning(
          `DMARC of ${place} allows forged mail (p=none)`,
          "once its reports are clean, change it to p=quarantine",
        )
      : fine(`DMARC of ${place}: ${policy}`);
  }
  return warning(
    `${domain} has no DMARC record, which large mail providers require`,
    `add a TXT record for _dmarc.${domain}, such as "v=DMARC1; p=none; rua=mailto:postmaster@${domain}"`,
  );
}

async function checkMx(domain: string, names: NameService): Promise<Diagnosis> {
  try {
    const servers = await names.resolveMx(domain);
    const [first] = servers;
    if (first !== undefined && first.exchange !== "")
      return fine(`replies to ${domain} go to ${first.exchange}`);
    return noMx(domain);
  } catch (error) {
    return isAbsent(error) ? noMx(domain) : describeNoAnswer(domain, error);
  }
}

function noMx(domain: string): Diagnosis {
  return warning(
    `${domain} accepts no mail, so replies and bounces are lost`,
    `add an MX record for ${domain}`,
  );
}

/** Reads the matching TXT records of a name, or returns the diagnosis of a failed query. */
async function readRecords(
  names: NameService,
  name: string,
  wanted: RegExp,
): Promise<{ records: string[] } | { diagnosis: Diagnosis }> {
  try {
    const records = (await names.resolveTxt(name)).map((parts) => parts.join("").trim());
    return { records: records.filter((record) => wanted.test(record)) };
  } catch (error) {
    return isAbsent(error) ? { records: [] } : { diagnosis: describeNoAnswer(name, error) };
  }
}

/** Whether DNS answered that the record does not exist. */
function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "ENODATA" || error.code === "ENOTFOUND")
  );
}

function describeNoAnswer(name: string, error: unknown): Diagnosis {
  return unchecked(`DNS did not answer for ${name} (${oneSentence(error)})`, "run it again");
}
