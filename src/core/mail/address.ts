/** What counts as an email address. Pure. */

const emailLengthMax = 254;
/** The address format of the sign-in library. */
const emailPattern = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const isEmail = (text: string): boolean => text.length <= emailLengthMax && emailPattern.test(text);
