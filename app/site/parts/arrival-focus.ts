/** Attribute of what takes the focus in place of the heading when its page opens. */
export const arrivalFocus = "data-arrival-focus";
