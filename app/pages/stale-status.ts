/** What a form is answered with whose session is not fresh; nothing else answers a form with it. */
export const staleStatus = 401;
