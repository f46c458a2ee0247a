export const messagesPath = "/dashboard/usercontactdata";
export const callsPath = "/dashboard/call";
export const mailPath = "/dashboard/mail";

/** Where a lead is read and answered. */
export function leadPathOnHome({ kind, id }: { kind: "messages" | "calls"; id: string }): string {
  return kind === "messages" ? `${messagesPath}/${id}` : `${callsPath}/requests/${id}`;
}
