/** Reply promise with the company's own duration: "We reply within three hours on a working day." Empty without one. */
export function promiseReply(replyTime: string): string {
  return replyTime === "" ? "" : `We reply within ${replyTime.replace(/[.\s]+$/, "")}.`;
}
