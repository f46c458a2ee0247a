export const messagesPath = "/dashboard/usercontactdata";
export const callsPath = "/dashboard/call";
export const leadRulesPath = "/dashboard/usercontactdata/rules";
export const mailPath = "/dashboard/mail";
