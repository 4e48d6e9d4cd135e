/** The service's limits, checked before anything is sent. The service decides. */
const nameLengthMax = 100;
const passwordLengthMin = 8;
const passwordLengthMax = 128;

export const isName = (text: string): boolean => text.trim() !== '' && [...text.trim()].length <= nameLengthMax;

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim());

export const isPassword = (text: string): boolean =>
  text.length >= passwordLengthMin && text.length <= passwordLengthMax;
