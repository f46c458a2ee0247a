/** What is said instead of "sent" where there is no mail server. */
export const notSent = "Not sent: no mail server is set. Kept in Mail.";
