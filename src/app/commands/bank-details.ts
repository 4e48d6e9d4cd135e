/** `sluice bank-details`: the operator's account for each currency, to which customers and companies transfer money. */

import { systemClock } from '../../base/clock/clock.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { removeBankDetails, setBankDetails } from '../../features/wallets/change-bank-details.ts';
import { presentOperatorBankDetails } from '../../features/wallets/present-wallets.ts';
import { say, sayJson, table } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

export async function listBankDetailsCommand({ json }: { json?: boolean }): Promise<void> {
  authorize(shellActor(), 'bank_details.read', { holderId: serviceHolderId, mode: null });
  const found = await withDatabase(listBankDetails);
  if (json) return sayJson(found.map(presentOperatorBankDetails));
  if (found.length === 0)
    return say('No bank details. Until there are some, customers cannot top up by bank transfer.');
  const rows = found.map(({ currency, accountHolder, iban, bic, bankName, other }) => [
    currency,
    accountHolder,
    iban ?? '',
    bic ?? '',
    bankName ?? '',
    other?.replaceAll('\n', ', ') ?? '',
  ]);
  say(table([['Currency', 'Account holder', 'IBAN', 'BIC', 'Bank', 'Other'], ...rows]));
}

type SetOptions = {
  currency: string;
  accountHolder: string;
  iban?: string;
  bic?: string;
  bankName?: string;
  other?: string[];
  accountNumber?: string;
  bankCode?: string;
  town?: string;
  country?: string;
};

export async function setBankDetailsCommand(options: SetOptions): Promise<void> {
  const { currency, accountHolder, iban = '', bic = '', bankName = '', other = [] } = options;
  const { accountNumber = '', bankCode = '', town = '', country = '' } = options;
  const own = { accountNumber, bankCode, town, country };
  const form = { accountHolder, iban, bic, bankName, other: other.join('\n'), ...own };
  const details = await withDatabase((db) =>
    inTransaction(db, (tx) => setBankDetails(shellActor(), tx, systemClock, currency, form)),
  ).catch(sayDetails);
  say(
    `Bank transfers in ${details.currency} go to ${details.accountHolder}, ${details.iban ?? details.other?.replaceAll('\n', ', ')}.`,
  );
  say('The administrators are emailed. Top-ups that people request from now on show this account.');
}

export async function removeBankDetailsCommand(currency: string): Promise<void> {
  await withDatabase((db) => inTransaction(db, (tx) => removeBankDetails(shellActor(), tx, currency)));
  say(`The bank details for ${currency} were removed. Top-ups in ${currency} can no longer be requested.`);
}
