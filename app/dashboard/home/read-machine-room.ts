import { measureFiles } from "#app/files/measure-files.ts";
import type { MailStanding } from "#app/mail/standing.ts";
import { capitalize, sayBytes, sayCount } from "#app/text/counts.ts";
import type { Staff } from "../parts/staff.ts";
import { mailPath } from "./paths.ts";

/** One line on how the machine behind the site does. */
export interface Reading {
  name: string;
  isWell: boolean;
  /** When it was last seen so, ISO 8601. */
  at: string | null;
  figure: string;
  path: string | null;
}

export async function readMachineRoom(staff: Staff, mail: MailStanding): Promise<Reading[]> {
  const { db, accounts, person } = staff;
  const { files, bytes } = await measureFiles(db);
  const size = await db.engine.readSize(db.query);
  const path = person.role === "admin" ? mailPath : null;
  const google: Reading = {
    name: "Google sign-in is not set",
    isWell: false,
    at: null,
    figure: "",
    path: null,
  };
  return [
    readMail(mail, path),
    { name: "Texts and records", isWell: true, at: null, figure: sayBytes(size), path: null },
    {
      name: files === 0 ? "No files yet" : capitalize(sayCount(files, "file")),
      isWell: true,
      at: null,
      figure: sayBytes(bytes),
      path: "/dashboard/files",
    },
    ...(accounts.enabledSignInKinds().includes("google") ? [] : [google]),
  ];
}

function readMail({ dead, late, lastSentAt, isKept }: MailStanding, path: string | null): Reading {
  const about = { at: lastSentAt, figure: "", path };
  if (dead > 0)
    return { ...about, at: null, isWell: false, name: "Some mail was given up", figure: `${dead}` };
  if (late > 0) return { ...about, at: null, isWell: false, name: "Mail waits to leave", figure: `${late}` };
  if (isKept) return { ...about, isWell: false, name: "No mail server is set: mail is kept here" };
  return { ...about, isWell: true, name: lastSentAt === null ? "No mail has left yet" : "Mail goes out" };
}
