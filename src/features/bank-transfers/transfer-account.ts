/** The account to which a payment is transferred: the operator's for its currency, in test mode one that no bank has. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { findBankDetails } from '../wallets/bank-details.repository.ts';
import type { BankDetails } from '../wallets/bank-details.ts';

export type TransferAccount = Pick<
  BankDetails,
  'accountHolder' | 'iban' | 'bic' | 'bankName' | 'other' | 'town' | 'country'
>;

const testHolder = 'TEST - do not pay';

/** Valid IBANs of a bank that does not exist, so that an app that reads them can't send money. */
const testAccount = (currency: string): TransferAccount => ({
  accountHolder: testHolder,
  iban: currency === 'CHF' ? 'CH3500000123456789012' : 'DE36000000000000000000',
  bic: null,
  bankName: null,
  other: null,
  ...(currency === 'CHF' ? { town: '0000 Test', country: 'CH' } : { town: null, country: null }),
});

/** Undefined while the operator has none in this currency. */
export async function findTransferAccount(
  db: Database | Tx,
  { mode, currency }: { mode: Mode; currency: string },
): Promise<TransferAccount | undefined> {
  return mode === 'test' ? testAccount(currency) : findBankDetails(db, currency);
}
