/** The operator's CSV export of payouts, the only place that shows full account numbers. Pure. */
import { amountCell, csvRows } from '../../base/csv/csv.ts';
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

/** @returns CSV; `net_amount` is what the bank is to pay, in decimals. */
export function exportCsv(rows: readonly ExportedPayout[], withHeader = true): string {
  const lines = rows.map(({ payout, bankAccount }) => [
    payout.id,
    payout.mode,
    payout.status,
    bankAccount.accountName,
    bankAccount.iban,
    bankAccount.accountNumber,
    bankAccount.bankCode,
    bankAccount.country,
    amountCell(netOf(payout), payout.currency),
    payout.currency,
    payout.createdAt.toISOString(),
    ...addressCells(bankAccount),
  ]);
  return csvRows(withHeader ? [exportColumns, ...lines] : lines);
}

function addressCells({ address }: BankAccount): (string | null)[] {
  const { street, buildingNumber, postCode, town, addressCountry } = addressColumnsOf(address);
  return [street, buildingNumber, postCode, town, addressCountry];
}
