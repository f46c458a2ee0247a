import { enabledSignInKinds } from "#app/accounts/project.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { measureFiles } from "#app/files/store/missing-files.ts";
import type { MailHealth } from "#app/mail/outbox/status.ts";
import { capitalize, sayBytes, sayCount } from "#app/text/counts.ts";
import { mailPath } from "./paths.ts";

/** One line on how the machine behind the site does. */
export interface SystemReading {
  name: string;
  isWell: boolean;
  /** When it was last seen so, ISO 8601. */
  at: string | null;
  figure: string;
  path: string | null;
}

export async function readSystemStatus(staff: Staff, mail: MailHealth): Promise<SystemReading[]> {
  const { db, accounts, person, mail: service } = staff;
  const { files, bytes } = await measureFiles(db);
  const size = await db.engine.readSize(db.query);
  const path = person.role === "admin" ? mailPath : null;
  const google: SystemReading = {
    name: "Google sign-in is not set up",
    isWell: false,
    at: null,
    figure: "",
    path: null,
  };
  return [
    readMail(mail, service.isSending, path),
    { name: "Database", isWell: true, at: null, figure: sayBytes(size), path: null },
    {
      name: files === 0 ? "No files yet" : capitalize(sayCount(files, "file")),
      isWell: true,
      at: null,
      figure: sayBytes(bytes),
      path: "/dashboard/files",
    },
    ...(enabledSignInKinds(accounts).includes("google") ? [] : [google]),
  ];
}

function readMail(
  { dead, late, lastSentAt }: MailHealth,
  isSending: boolean,
  path: string | null,
): SystemReading {
  const about = { at: null, figure: "", path };
  if (!isSending) return { ...about, isWell: false, name: "E-mail is not set up: nothing is sent" };
  if (dead > 0) return { ...about, isWell: false, name: "Failed e-mails", figure: `${dead}` };
  if (late > 0) return { ...about, isWell: false, name: "E-mails are delayed", figure: `${late}` };
  if (lastSentAt === null) return { ...about, isWell: true, name: "E-mail is set up, nothing sent yet" };
  return { ...about, at: lastSentAt, isWell: true, name: "E-mail works, last sent" };
}
