/**
 * What banks mean by a code of four letters when they reject, return or query a payment: the usual ones of ISO 20022's
 * external code sets (status reasons of pain.002, return reasons of camt.053). Pure.
 */
const reasons: Readonly<Record<string, string>> = Object.freeze({
  AB05: 'The bank of the payee did not answer in time',
  AB06: 'The payment took too long',
  AB08: 'The bank of the payee cannot be reached',
  AC01: 'The account number is wrong',
  AC02: 'The account of the payer is wrong',
  AC03: 'The account number of the payee is wrong',
  AC04: 'The account is closed',
  AC05: 'The account of the payer is closed',
  AC06: 'The account is blocked',
  AC07: 'The account of the payee is closed',
  AC10: 'The currency of the account is another one',
  AC13: 'The account is of a kind that cannot be used',
  AC14: 'The account of the payee is of a kind that cannot be used',
  AG01: 'The account does not allow such payments',
  AG02: 'The bank does not know the kind of transaction',
  AG03: 'The bank does not support such payments',
  AG07: 'The payment could not be collected',
  AGNT: 'The bank of the payee is wrong',
  AM01: 'The amount is zero',
  AM02: 'The amount is more than is allowed',
  AM03: 'The bank does not pay in this currency',
  AM04: 'The balance of the account was too low',
  AM05: 'The bank has this payment already',
  AM06: 'The amount is too small',
  AM07: 'The amount was blocked',
  AM09: 'The amount is not the one that was agreed',
  AM10: 'The sum of the file is wrong',
  AM12: 'The amount is invalid',
  AM14: 'The amount exceeds the limit that was agreed with the bank',
  AM18: 'The number of payments in the file is wrong',
  BE01: 'The name does not belong to the account',
  BE04: 'The address of the payee is missing',
  BE05: 'The bank does not know the payer',
  BE06: 'The bank does not know the payee',
  BE07: 'The address of the payer is missing',
  BE08: 'The name of the payee is missing',
  BE10: 'The country of the payer is missing or invalid',
  BE11: 'The country of the payee is missing or invalid',
  BE16: 'The payer is not identified correctly',
  BE17: 'The payee is not identified correctly',
  BE22: 'The name of the payee is missing',
  CNOR: 'The bank of the payee cannot be reached',
  CURR: 'The currency is wrong',
  CUST: 'The customer asked for it',
  DNOR: 'The bank of the payer cannot be reached',
  DS02: 'The payment was cancelled by someone who may sign',
  DS03: 'Nobody approved the payment at the bank',
  DT01: 'The date is invalid',
  DU01: 'The bank has this file already',
  DU02: 'The bank has this batch already',
  DU03: 'The bank has this payment already',
  DU04: 'The bank has this reference already',
  DU05: 'The bank has this instruction already',
  DUPL: 'The payment is a duplicate',
  ED05: 'The payment could not be settled between the banks',
  ERIN: 'The bank does not support a part of the instruction',
  FF01: 'The format of the file is invalid',
  FF05: 'The bank does not support this kind of payment',
  FOCR: 'The bank returned it on request',
  FR01: 'The bank suspects fraud',
  FRAD: 'The payment was reported as fraud',
  INAR: 'The reason is not known',
  LEGL: 'The law does not allow it',
  MD01: 'There is no valid mandate',
  MD06: 'The payer asked for the money back',
  MD07: 'The holder of the account has died',
  MS02: 'The customer refused it without giving a reason',
  MS03: 'The bank gave no reason',
  NARR: 'The bank explains it in its own words',
  NOAS: 'The customer did not answer',
  NOOR: 'The original payment was never received',
  RC01: 'The BIC is wrong',
  RC03: 'The bank code of the payer is wrong',
  RC04: 'The bank code of the payee is wrong',
  RC07: 'The BIC of the payee is wrong',
  RC08: 'The routing number is invalid',
  RC10: 'The bank code of the payee is invalid',
  RF01: 'The reference was used before',
  RR01: 'The law asks for the account of the payer, which is missing',
  RR02: 'The law asks for the name or address of the payer, which is missing',
  RR03: 'The law asks for the name or address of the payee, which is missing',
  RR04: 'The law does not allow it',
  RR05: 'What the law asks to be reported is missing or wrong',
  RR06: 'What the law asks about taxes is missing or wrong',
  RR12: 'An identification that the law asks for is missing or invalid',
  SL11: 'The payee is not on the list of those who may be paid',
  SL12: 'The payee is on the list of those who may not be paid',
  SVNR: 'The service was not rendered',
  TECH: 'A technical problem at the bank',
  TM01: 'The file came after the cut-off time',
  UPAY: 'The payment was not due',
});

/** What is said of a code that is not in the table, such as a bank's own. */
const noReason = 'The bank gave no reason that is known';

/** @param code of four characters; null: none was given. @returns a sentence without its full stop, and the code. */
export function reasonInWords(code: string | null): string {
  if (code === null) return 'The bank gave no reason';
  const words = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return `${words ?? noReason} (${code})`;
}

/** A code of the table that stands in a text as a word of its own, such as `AC04`: only those that are no words. */
export const reasonCodeIn = (text: string): string | null =>
  (text.match(/\b[A-Z]{2}\d{2}\b/g) ?? []).find((code) => Object.hasOwn(reasons, code)) ?? null;

/** The bank says that it has the same thing already: then nothing was refused that would not be paid. */
const ofDuplicates: readonly string[] = ['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL', 'RF01'];

export const saysDuplicate = (code: string | null): boolean => code !== null && ofDuplicates.includes(code);
