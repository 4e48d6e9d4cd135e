/**
 * Which account a file is imported for. A file that names its account is refused where that is none of ours: money on a
 * stranger's account must never be credited. Reads only.
 */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { listBankDetails } from '../wallets/bank-details.repository.ts';
import { listStatementAccounts, type Outside } from './reconciliation.repository.ts';

/** As accounts are compared: without spaces and punctuation. */
export const plainAccount = (account: string): string => account.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Not what people call an account among themselves. */
export const isNumber = (account: string): boolean => /\d{6}/.test(plainAccount(account));

/** A file may name an account shorter than an IBAN, which ends with it. */
export const isSameAccount = (one: string, other: string): boolean => {
  const [short = '', long = ''] = [plainAccount(one), plainAccount(other)].sort((a, b) => a.length - b.length);
  return short === long || (short.length >= 6 && long.endsWith(short));
};

/**
 * @param named the account as the file names it. @param said what the operator calls it; empty: nothing.
 * @returns what it is imported for. @throws AppError `validation_failed` (`account`).
 */
export async function accountOf(
  db: Database,
  outside: Outside,
  named: string | undefined,
  said: string,
): Promise<string> {
  if (named === undefined || plainAccount(named) === '') return said;
  if (said !== '') {
    if (isNumber(said) && !isSameAccount(said, named)) {
      throw refused(`The file is of account ${named}, not of ${said}. Choose the file of that account.`);
    }
    return said;
  }
  const known = (await listStatementAccounts(db, outside)).filter(isNumber);
  const ours =
    outside.source === 'bank'
      ? (await listBankDetails(db)).map(({ iban, accountNumber }) => iban ?? accountNumber ?? '')
      : [];
  const same = known.find((one) => isSameAccount(one, named));
  if (same !== undefined) return same;
  if ([...known, ...ours].every((one) => plainAccount(one) === '') || ours.some((one) => isSameAccount(one, named)))
    return named;
  throw refused(
    `The file is of account ${named}, which no earlier statement and none of the bank details names. If it is the service's, name it as the account and import it again.`,
  );
}

const refused = (message: string): AppError =>
  new AppError('validation_failed', { message, details: [{ field: 'account', message }] });

/**
 * The names of accounts under which statements of this one may have been imported. `sure`: those that are this account.
 * A statement without an account may be of any that has a number, and is of the only one.
 */
export function namesOf(account: string, known: readonly string[]): { names: string[]; sure: string[] } {
  const isIt = (one: string): boolean =>
    one === account || (isNumber(one) && isNumber(account) && isSameAccount(one, account));
  const numbered = [account, ...known].filter(isNumber);
  const isOnly = numbered.every((one) => isSameAccount(one, numbered[0] as string));
  const mayBe = (one: string): boolean =>
    isIt(one) || (one === '' ? isNumber(account) : account === '' && isNumber(one));
  const names = [...new Set([account, ...known.filter(mayBe)])];
  return { names, sure: isOnly ? names : names.filter(isIt) };
}
