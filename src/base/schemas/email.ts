/** How an email address is compared and stored. Pure. */

/** The address however it was typed: without spaces around it, in lower case. */
export const normalEmail = (text: string): string => text.trim().toLowerCase();
