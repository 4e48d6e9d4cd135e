/** How the reference of a bank transfer is shown. */

/** `RF32 KXQM PTBD`, as it is read and typed. */
export const grouped = (reference: string): string => reference.match(/.{1,4}/g)?.join(' ') ?? reference;
