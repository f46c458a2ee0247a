import { PlainError } from "#app/lib/errors/domain-error.ts";
import { parseEmail } from "#app/lib/text/email.ts";
import { exitCodeOf, formatDiagnoses } from "#app/ops/doctor/diagnosis.ts";
import { runDoctor } from "#app/ops/doctor/doctor.ts";
import { addressRules } from "#app/server/addresses.ts";
import { productFolder, runCommand, takesNothing } from "./command.ts";

const usage = `npm run doctor                       checks settings, database, backups, mail, DNS, clock, disk, memory and proxy without changing anything
npm run doctor -- --send ADDRESS     also sends a test mail
npm run doctor -- --json             as JSON
Exit code: 0 without problems, 1 with warnings or skipped checks, 2 with errors.
Run it as the user and with the settings of the site, preferably while the site runs.
`;

/** `npm run doctor`: checks the installation. */
await runCommand({
  usage,
  options: {
    send: { type: "string" },
    json: { type: "boolean" },
  },
  check: takesNothing,
  run,
  failed: 2,
});

async function run({ send, json }: { send?: string | undefined; json?: boolean | undefined }): Promise<void> {
  const diagnoses = await runDoctor({
    variables: process.env,
    folder: productFolder,
    sendTo: send === undefined ? null : readAddress(send),
    uploadBytes: {
      one: addressRules.bodyLimit("/dashboard/files/any"),
      most: addressRules.bodyLimit("/api/files"),
    },
  });
  process.stdout.write(json ? `${JSON.stringify(diagnoses, null, 2)}\n` : formatDiagnoses(diagnoses));
  process.exitCode = exitCodeOf(diagnoses);
}

function readAddress(typed: string): string {
  const parsed = parseEmail(typed);
  if ("address" in parsed) return parsed.address;
  throw new PlainError(`--send: "${typed}" is not an e-mail address`);
}
