import { createPrivateKey, createPublicKey } from "node:crypto";
import type { Env } from "#app/platform/settings/env.ts";
import { domainOf } from "#app/platform/settings/mail-sender.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

/** What is asked of the name service; as `Resolver` of `node:dns/promises` answers it. */
export interface NameService {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
}

const { fine, warning, wrong, unchecked } = diagnosesOf("DNS");

/** The records by which other mail servers know that mail of `MAIL_FROM` is ours: SPF, DKIM, DMARC, and MX for answers. */
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
      `${domain} has ${found.records.length} SPF records, which counts as none`,
      "make one of them",
    );
  if (/\s\+?all(\s|$)/i.test(record))
    return wrong(`the SPF record of ${domain} lets everybody send in its name`, "end it with -all or ~all");
  if (!/\s([-~]all|redirect=\S+)(\s|$)/i.test(record))
    return warning(`the SPF record of ${domain} forbids nobody`, "end it with -all or ~all");
  return fine(`SPF: ${record}`, "see that it names the mail server of SMTP_URL");
}

async function checkDkim(dkim: Env["dkim"], domain: string, names: NameService): Promise<Diagnosis> {
  if (dkim === null)
    return unchecked(
      `mail is not signed here, and whether the mail server does it for ${domain} can't be seen from here`,
      "set DKIM_SELECTOR and DKIM_KEY, or turn signing on at the mail server: OpenDKIM then needs List-Unsubscribe-Post in SignHeaders, or one-click unsubscribing is not signed",
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
  if (keys.length === 1 && keys[0] === right) return fine(`DKIM: ${name} has our public key`);
  const mend = `let the TXT record of ${name} be: v=DKIM1; k=rsa; p=${right}`;
  return keys.length === 0
    ? wrong(`${name} has no key`, mend)
    : wrong(`${name} has another key than ours`, mend);
}

/** A domain without a record of its own goes by that of the domain above it (RFC 7489, 6.6.3). */
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
        `${place} has ${found.records.length} DMARC records, which counts as none`,
        "make one of them",
      );
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase();
    if (policy === undefined)
      return wrong(`the DMARC record of ${place} states no policy`, "give it p=quarantine");
    return policy === "none"
      ? warning(
          `DMARC of ${place} asks nobody to turn forged mail away (p=none)`,
          "once its reports are clean, go on to p=quarantine",
        )
      : fine(`DMARC of ${place}: ${policy}`);
  }
  return warning(
    `${domain} has no DMARC record, which large mail providers ask for`,
    `add a TXT record for _dmarc.${domain}, such as "v=DMARC1; p=none; rua=mailto:postmaster@${domain}"`,
  );
}

async function checkMx(domain: string, names: NameService): Promise<Diagnosis> {
  try {
    const servers = await names.resolveMx(domain);
    const [first] = servers;
    if (first !== undefined && first.exchange !== "")
      return fine(`answers to ${domain} go to ${first.exchange}`);
    return noMx(domain);
  } catch (error) {
    return isAbsent(error) ? noMx(domain) : notAnswered(domain, error);
  }
}

function noMx(domain: string): Diagnosis {
  return warning(
    `${domain} takes no mail, so answers and bounces are lost`,
    `add an MX record for ${domain}`,
  );
}

/** Records of a name that look like the wanted ones, or the diagnosis that nobody could be asked. */
async function readRecords(
  names: NameService,
  name: string,
  wanted: RegExp,
): Promise<{ records: string[] } | { diagnosis: Diagnosis }> {
  try {
    const records = (await names.resolveTxt(name)).map((parts) => parts.join("").trim());
    return { records: records.filter((record) => wanted.test(record)) };
  } catch (error) {
    return isAbsent(error) ? { records: [] } : { diagnosis: notAnswered(name, error) };
  }
}

/** The name service answered that there is nothing. */
function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "ENODATA" || error.code === "ENOTFOUND")
  );
}

function notAnswered(name: string, error: unknown): Diagnosis {
  return unchecked(`the name service gave no answer about ${name} (${oneSentence(error)})`, "run it again");
}
