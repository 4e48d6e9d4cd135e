/**
 * Which account a file is imported for. A file that names its account is refused where that is none of ours: money on a
 * stranger's account must never be credited. Reads only.
 */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { listBankDetails } from '../wallets/bank-details.repository.ts';
import { listStatementAccounts, type Outside } from './reconciliation.repository.ts';

const plain = (account: string): string => account.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Not what people call an account among themselves. */
const isNumber = (account: string): boolean => /\d{6}/.test(plain(account));

/** A file may name an account shorter than an IBAN, which ends with it. */
const isSame = (one: string, other: string): boolean => {
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length);
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
  if (named === undefined || plain(named) === '') return said;
  if (said !== '') {
    if (isNumber(said) && !isSame(said, named)) {
      throw refused(`The file is of account ${named}, not of ${said}. Choose the file of that account.`);
    }
    return said;
  }
  const known = (await listStatementAccounts(db, outside)).filter(isNumber);
  const ours =
    outside.source === 'bank'
      ? (await listBankDetails(db)).map(({ iban, accountNumber }) => iban ?? accountNumber ?? '')
      : [];
  const same = known.find((one) => isSame(one, named));
  if (same !== undefined) return same;
  if ([...known, ...ours].every((one) => plain(one) === '') || ours.some((one) => isSame(one, named))) return named;
  throw refused(
    `The file is of account ${named}, which no earlier statement and none of the bank details names. If it is the service's, name it as the account and import it again.`,
  );
}

const refused = (message: string): AppError =>
  new AppError('validation_failed', { message, details: [{ field: 'account', message }] });
