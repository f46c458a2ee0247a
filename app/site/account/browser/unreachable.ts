/** Message for an unreachable site. */
export const unreachable = {
  words: "We can’t be reached right now: your connection may be gone.",
  nextStep: "Check the connection and try again. What you typed is still here.",
};
