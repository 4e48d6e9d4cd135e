/** A bank account as people enter it. */
import type { BankAccountForm } from '../../src/features/payouts/bank-account.ts';

export const iban = 'DE89370400440532013000';

export const bankForm = (changes: Partial<BankAccountForm> = {}): BankAccountForm => ({
  accountName: 'Taverna GmbH',
  iban,
  accountNumber: '',
  bankCode: '',
  country: '',
  currency: '',
  ...changes,
});
