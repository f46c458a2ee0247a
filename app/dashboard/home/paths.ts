export const messagesPath = "/dashboard/usercontactdata";
export const callsPath = "/dashboard/call";
export const mailPath = "/dashboard/mail";
