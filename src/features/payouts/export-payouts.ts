/** The operator's CSV export of payouts, the only place that shows full account numbers. Pure. */
import { amountCell, csvRows } from '../../base/csv/csv.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { BankAccount } from './bank-account.ts';
import { addressColumnsOf } from './payee-address.ts';
import type { Payout } from './payout.ts';
import { netOf } from './payout-postings.ts';

export const exportColumns = [
  'payout_id',
  'mode',
  'status',
  'account_name',
  'iban',
  'account_number',
  'bank_code',
  'country',
  'net_amount',
  'currency',
  'requested_at',
  'street',
  'building_number',
  'post_code',
  'town',
  'address_country',
] as const;

type ExportedPayout = { payout: Payout; bankAccount: BankAccount };
/** Another payment to make. `amount`: what the bank is to pay, in minor units. */
type ExportedPayment = {
  id: string;
  mode: Mode;
  status: string;
  amount: bigint;
  currency: string;
  createdAt: Date;
  bankAccount: Pick<BankAccount, 'accountName' | 'iban' | 'accountNumber' | 'bankCode' | 'country' | 'address'>;
};

/** @returns CSV; `net_amount` is what the bank is to pay, in decimals. */
export function exportCsv(rows: readonly (ExportedPayout | ExportedPayment)[], withHeader = true): string {
  const lines = rows
    .map(paymentOf)
    .map(({ bankAccount, ...payment }) => [
      payment.id,
      payment.mode,
      payment.status,
      bankAccount.accountName,
      bankAccount.iban,
      bankAccount.accountNumber,
      bankAccount.bankCode,
      bankAccount.country,
      amountCell(payment.amount, payment.currency),
      payment.currency,
      payment.createdAt.toISOString(),
      ...addressCells(bankAccount),
    ]);
  return csvRows(withHeader ? [exportColumns, ...lines] : lines);
}

const paymentOf = (row: ExportedPayout | ExportedPayment): ExportedPayment =>
  'payout' in row ? { ...row.payout, amount: netOf(row.payout), bankAccount: row.bankAccount } : row;

function addressCells({ address }: Pick<BankAccount, 'address'>): (string | null)[] {
  const { street, buildingNumber, postCode, town, addressCountry } = addressColumnsOf(address);
  return [street, buildingNumber, postCode, town, addressCountry];
}
