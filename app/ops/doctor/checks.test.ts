import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, type statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSmtp } from "#app/domain/mail/mail.fixture.ts";
import { checkMailRecords, type NameService } from "./check-dns.ts";
import { checkClock, checkDataFolder, checkDisk, checkMemory } from "./check-machine.ts";
import { checkMailServer } from "./check-mail.ts";
import { diagnoseSettings } from "./check-settings.ts";
import { type Diagnosis, exitCodeOf, formatDiagnoses, runChecks } from "./diagnosis.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Formats each diagnosis as state, message and fix. */
const short = (diagnoses: readonly Diagnosis[]) =>
  diagnoses.map(({ state, message, fix }) => `${state}: ${message}${fix && ` → ${fix}`}`);

test("failed and hanging checks are unchecked and stop no other check", async () => {
  const fine: Diagnosis = { state: "fine", area: "disk", message: "room", fix: "" };
  const diagnoses = await runChecks(
    [
      { area: "mail", check: () => Promise.reject(new Error("no\nway")) },
      { area: "DNS", check: () => new Promise(() => {}) },
      { area: "disk", check: async () => [fine] },
    ],
    50,
  );
  expect(diagnoses.map(({ area, state }) => `${area} ${state}`)).toEqual([
    "mail unchecked",
    "DNS unchecked",
    "disk fine",
  ]);
  expect(formatDiagnoses(diagnoses)).toBe(
    `COULD NOT BE CHECKED: mail: no way
COULD NOT BE CHECKED: DNS: did not finish in time → run it again
fine: disk: room
0 wrong, 0 warnings, 2 not checked, 1 fine
`,
  );
  expect([[], [fine], diagnoses].map(exitCodeOf)).toEqual([0, 0, 1]);
  expect(exitCodeOf([...diagnoses, { ...fine, state: "wrong" }])).toBe(2);
});

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://www.kolpona.example",
  TRUST_PROXY: "127.0.0.1",
};

test("settings: reports invalid, misspelled and unencrypted ones", () => {
  const look = (variables: Record<string, string>) => short(diagnoseSettings(variables, folder).diagnoses);
  expect(look(production)).toEqual(["fine: complete and spelled correctly"]);
  expect(look({ ...production, PORT: "many" })).toEqual([expect.stringMatching(/^wrong: PORT: /)]);
  expect(look({ ...production, SMPT_URL: "smtp://x" })).toEqual([
    expect.stringMatching(/^warning: SMPT_URL is not a setting/),
  ]);
  expect(look({ ...production, DATABASE_URL: "postgres://u:p@db.kolpona.example/site" })).toEqual([
    expect.stringMatching(/^warning: DATABASE_URL: .*not encrypted/),
  ]);
  expect(look({ ...production, TRUST_PROXY: "off" })).toEqual([
    expect.stringMatching(/^warning: TRUST_PROXY/),
  ]);
  expect(look({})).toEqual([expect.stringMatching(/^warning: PUBLIC_URL is http:\/\/localhost/)]);
});

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const publicText = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const mailing = {
  smtpUrl: new URL("smtp://mail.kolpona.example"),
  mailFrom: { name: "Kolpona", address: "hello@news.kolpona.example" },
  dkim: {
    domain: "kolpona.example",
    selector: "mail2026",
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  },
};

/** Creates a DNS resolver from a table; a string is the error code of a failure. */
function namesOf(
  texts: Record<string, string[] | string>,
  mx: string[] | string = ["mx.kolpona.example"],
): NameService {
  const resolve = (found: string[] | string = "ENOTFOUND") => {
    if (typeof found === "string") throw Object.assign(new Error(`query ${found}`), { code: found });
    return found;
  };
  return {
    // Long records are split into parts.
    resolveTxt: async (name) => resolve(texts[name]).map((text) => [text.slice(0, 20), text.slice(20)]),
    resolveMx: async () => resolve(mx).map((exchange) => ({ exchange })),
  };
}

const goodNames = {
  "news.kolpona.example": ["some-proof=1", "v=spf1 include:_spf.provider.example -all"],
  "mail2026._domainkey.kolpona.example": [`v=DKIM1; k=rsa; p=${publicText}`],
  "_dmarc.kolpona.example": ["v=DMARC1; p=reject"],
};

test("DNS: accepts correct records and DMARC of the parent domain", async () => {
  const diagnoses = await checkMailRecords(mailing, namesOf(goodNames));
  expect(diagnoses.map(({ state }) => state)).toEqual(["fine", "fine", "fine", "fine"]);
});

test.each<[string, Record<string, string[] | string>, string]>([
  ["none", { "news.kolpona.example": "ENODATA" }, "wrong: news.kolpona.example has no SPF record"],
  ["two", { "news.kolpona.example": ["v=spf1 -all", "v=spf1 mx -all"] }, "has 2 SPF records"],
  [
    "open to all",
    { "news.kolpona.example": ["v=spf1 mx +all"] },
    "wrong: the SPF record of .* allows every server",
  ],
  [
    "without an end",
    { "news.kolpona.example": ["v=spf1 mx ?all"] },
    "warning: the SPF record of .* forbids no server",
  ],
  ["no key", { "mail2026._domainkey.kolpona.example": "ENOTFOUND" }, "wrong: mail2026.* has no key .*p=MI"],
  [
    "another key",
    { "mail2026._domainkey.kolpona.example": ["v=DKIM1; p=QUJD"] },
    "wrong: .* another key than DKIM_KEY",
  ],
  ["no DMARC", { "_dmarc.kolpona.example": "ENOTFOUND" }, "warning: .* has no DMARC record"],
  ["DMARC for nothing", { "_dmarc.kolpona.example": ["v=DMARC1; p=none"] }, "warning: DMARC .*p=none"],
  ["a timeout", { "news.kolpona.example": "ETIMEOUT" }, "unchecked: DNS did not answer for news"],
  [
    "a server that fails",
    { "_dmarc.kolpona.example": "ESERVFAIL" },
    "unchecked: .* for _dmarc.kolpona.example",
  ],
])("DNS: %s", async (_, change, message) => {
  const bad = (await checkMailRecords(mailing, namesOf({ ...goodNames, ...change }))).filter(
    ({ state }) => state !== "fine",
  );
  expect(short(bad)).toEqual([expect.stringMatching(message)]);
});

test("DNS: signing elsewhere, no incoming mail and no mail server", async () => {
  const [, dkim] = await checkMailRecords({ ...mailing, dkim: null }, namesOf(goodNames));
  expect(dkim?.state).toBe("unchecked");
  for (const mx of [["" /* a null MX */], "ENODATA"]) {
    const found = await checkMailRecords(mailing, namesOf(goodNames, mx));
    expect(found[3]?.state).toBe("warning");
  }
  expect(await checkMailRecords({ ...mailing, smtpUrl: null }, namesOf(goodNames))).toEqual([]);
});

test("mail: signs in to the server and sends nothing", async () => {
  await using smtp = await startSmtp({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("Invalid login")),
  });
  const look = async (address: string) =>
    short(
      await checkMailServer(
        { smtpUrl: new URL(address), mailToFolder: false, publicUrl: new URL("https://kolpona.example") },
        null,
      ),
    );
  const at = `127.0.0.1:${smtp.port}`;
  expect(await look(`smtp://robin:right@${at}`)).toEqual([`fine: ${at} responds, and sign-in works`]);
  expect(await look(`smtp://robin:wrong@${at}`)).toEqual([
    expect.stringMatching(`^wrong: ${at} rejects the user robin.*→ correct user and password`),
  ]);
  expect(await look(`smtps://robin:right@${at}`)).toEqual([expect.stringMatching(/^wrong: /)]);
  expect(await look("smtp://127.0.0.1:1")).toEqual([
    expect.stringMatching(/^wrong: 127.0.0.1:1 .*ECONNREFUSED/),
  ]);
  expect(
    short(
      await checkMailServer(
        { smtpUrl: null, mailToFolder: false, publicUrl: new URL("https://kolpona.example") },
        null,
      ),
    ),
  ).toEqual([expect.stringMatching(/^warning: no mail server/)]);
  expect(smtp.received).toEqual([]);
});

test("disk: reports free space and free file entries", () => {
  const of = (free: number, ffree = 900_000) =>
    checkDisk(folder, (() => ({
      bavail: free / 4096,
      blocks: 10_000_000,
      bsize: 4096,
      files: 1_000_000,
      ffree,
    })) as unknown as typeof statfsSync)[0]?.state;
  expect([of(30e9), of(0.5e9), of(0.1e9), of(30e9, 100)]).toEqual(["fine", "warning", "wrong", "warning"]);
  expect(checkDisk(folder)[0]?.message).toMatch(/ free for \//);
});

test("memory: applies the smallest limit of the control group and its parents", () => {
  const places = { proc: join(folder, "proc"), cgroups: join(folder, "cgroups") };
  const group = join(places.cgroups, "system.slice/frontdesk.service");
  mkdirSync(join(places.proc, "77"), { recursive: true });
  mkdirSync(group, { recursive: true });
  const write = (kilobytes: number, own: string, around = "max") => {
    writeFileSync(join(places.proc, "meminfo"), `MemTotal:  ${kilobytes} kB\nSwapTotal:   0 kB\n`);
    writeFileSync(join(places.proc, "77/cgroup"), "0::/system.slice/frontdesk.service\n");
    writeFileSync(join(group, "memory.max"), `${own}\n`);
    writeFileSync(join(places.cgroups, "system.slice/memory.max"), `${around}\n`);
    return checkMemory(77, places).map(({ state }) => state);
  };
  expect(write(4_000_000, "max")).toEqual(["fine"]);
  expect(write(4_000_000, "734003200")).toEqual(["fine"]);
  expect(write(4_000_000, "629145600")).toEqual(["warning"]);
  expect(write(4_000_000, "734003200", "300000000")).toEqual(["wrong"]);
  expect(write(1_000_000, "734003200")).toEqual(["fine", "warning"]);
  expect(checkMemory(77, places)[0]?.message).toContain("the running site may take 734 MB");
});

test("data folder: checks permissions, owner and type", () => {
  const dataDir = join(folder, "data");
  expect(short(checkDataFolder(dataDir))).toEqual([expect.stringMatching(/^warning: .* does not exist yet/)]);
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, "secret"), "x");
  chmodSync(join(dataDir, "secret"), 0o644);
  expect(short(checkDataFolder(dataDir))).toEqual([
    expect.stringMatching(/^wrong: other users can read .*, secret/),
  ]);
  chmodSync(dataDir, 0o700);
  expect(checkDataFolder(dataDir)[0]?.state).toBe("fine");
  expect(short(checkDataFolder(dataDir, 4711))).toEqual([expect.stringMatching(/^warning: .* runs as 4711/)]);
  expect(checkDataFolder(join(dataDir, "secret"))[0]?.state).toBe("wrong");
});

test("clock: compares with another clock, else with synchronization", () => {
  const at = new Date("2026-03-01T12:00:00Z");
  const compare = (seconds: number) =>
    checkClock(
      [{ source: "the database", time: new Date(at.getTime() + seconds * 1000), at, precisionMs: 1000 }],
      true,
    )[0];
  expect([compare(0)?.state, compare(-10)?.state, compare(400)?.state]).toEqual(["fine", "warning", "wrong"]);
  expect(checkClock([], false)[0]?.state).toBe("unchecked");
  expect(checkClock([], true)[0]?.state).toBe("fine");
});
