/**
 * Presents wallets, top-ups and transfers for interface B (docs/contract/partner.md, "Wallets"). Minor units become
 * decimals here only.
 */

import { jsonDecimal } from '../../base/money/amount.ts';
import { greatest } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { type Account, formatAccount, ledgerAccount } from '../../core/ledger/accounts.ts';
import type { AccountRow } from '../../core/ledger/ledger.repository.ts';
import { spendableClearing } from '../../core/ledger/spendable.ts';
import type { Link } from '../links/links.repository.ts';
import type { BankDetails } from './bank-details.ts';
import type { TopUp } from './top-ups.repository.ts';
import type {
  PresentedBankDetails,
  PresentedCommissionTransfer,
  PresentedOperatorBankDetails,
  PresentedReversal,
  PresentedReversedTopUp,
  PresentedTopUp,
  PresentedTransferTopUp,
  PresentedWallet,
} from './wallet-schemas.ts';

export const presentTopUp = (topUp: TopUp): PresentedTopUp => ({
  topup_id: topUp.id,
  mode: topUp.mode,
  status: topUp.status,
  amount: jsonDecimal(topUp.amount, exponentOf(topUp.currency)),
  currency: topUp.currency,
  reference: topUp.reference,
  requested_amount:
    topUp.requestedAmount === null ? null : jsonDecimal(topUp.requestedAmount, exponentOf(topUp.currency)),
  reason: topUp.reason,
  beneficiary_ref: topUp.linkId === null ? null : Number(topUp.linkId),
  created_at: topUp.createdAt.toISOString(),
  expires_at: topUp.expiresAt?.toISOString() ?? null,
  succeeded_at: topUp.succeededAt?.toISOString() ?? null,
  ended_at: topUp.endedAt?.toISOString() ?? null,
});

const decimalOf = (minor: bigint, { currency }: TopUp) => jsonDecimal(minor, exponentOf(currency));

export const presentReversal = (topUp: TopUp): PresentedReversal | null =>
  topUp.reversal === null
    ? null
    : {
        amount: decimalOf(topUp.reversal.amount, topUp),
        owed_amount: decimalOf(topUp.reversal.amount - topUp.reversal.covered, topUp),
        reason: topUp.reversal.reason,
        reversed_at: topUp.reversal.at.toISOString(),
      };

export const presentReversedTopUp = (topUp: TopUp): PresentedReversedTopUp => ({
  ...presentTopUp(topUp),
  reversal: presentReversal(topUp) as PresentedReversal,
});

export const presentBankDetails = (details: BankDetails): PresentedBankDetails => ({
  currency: details.currency,
  account_holder: details.accountHolder,
  iban: details.iban,
  bic: details.bic,
  bank_name: details.bankName,
  other: details.other,
  changed_at: details.changedAt.toISOString(),
});

/** What only the operator needs too. */
export const presentOperatorBankDetails = (details: BankDetails): PresentedOperatorBankDetails => ({
  ...presentBankDetails(details),
  account_number: details.accountNumber,
  bank_code: details.bankCode,
  town: details.town,
  country: details.country,
});

/** @param details those of the top-up's currency, if there are any: shown while it waits. */
export const presentTransferTopUp = (topUp: TopUp, details: BankDetails | undefined): PresentedTransferTopUp => ({
  ...presentTopUp(topUp),
  account: topUp.accountKind,
  reversal: presentReversal(topUp),
  bank_details: topUp.status === 'pending' && details !== undefined ? presentBankDetails(details) : null,
});

/** Commission moved to clearing; `amount` in minor units. */
export type CommissionTransfer = { id: string; mode: Mode; amount: bigint; currency: string; createdAt: Date };

export const presentCommissionTransfer = (transfer: CommissionTransfer): PresentedCommissionTransfer => ({
  transfer_id: transfer.id,
  mode: transfer.mode,
  from: 'commission',
  to: 'clearing',
  amount: jsonDecimal(transfer.amount, exponentOf(transfer.currency)),
  currency: transfer.currency,
  created_at: transfer.createdAt.toISOString(),
});

/**
 * One wallet per currency: the company's own balances, and the earnings and debt of each party.
 * @param reserved of clearing, by currency; minor units.
 */
export function presentWallets(
  accounts: readonly AccountRow[],
  links: ReadonlyMap<bigint, Link>,
  reserved: ReadonlyMap<string, bigint>,
): PresentedWallet[] {
  const currencies = [...new Set(accounts.map((account) => account.currency))].sort();
  return currencies.map((currency) => {
    const own = accounts.filter((account) => account.currency === currency);
    const exponent = exponentOf(currency);
    const balances = new Map(own.map((account) => [formatAccount(account), account.balance]));
    const minor = (account: Account) => balances.get(formatAccount(account)) ?? 0n;
    const balance = (account: Account) => jsonDecimal(minor(account), exponent);
    const kept = reserved.get(currency) ?? 0n;
    const [clearing, debt] = [minor(ledgerAccount.clearing), minor(ledgerAccount.debt)];
    // What is reserved has the paid orders in it.
    const spendable = spendableClearing({ clearing, reserved: kept, paidOrders: 0n, debt });
    return {
      currency,
      clearing: balance(ledgerAccount.clearing),
      commission: balance(ledgerAccount.commission),
      debt: balance(ledgerAccount.debt),
      reserved: jsonDecimal(kept, exponent),
      spendable: jsonDecimal(greatest(spendable, 0n), exponent),
      beneficiaries: own.flatMap((account) => {
        const link = account.kind === 'earnings' ? links.get(account.linkId) : undefined;
        if (link === undefined) return [];
        const { id, type, name } = link;
        return {
          beneficiary_ref: Number(id),
          beneficiary_type: type,
          name,
          balance: jsonDecimal(account.balance, exponent),
          debt: balance(ledgerAccount.linkDebt(id)),
        };
      }),
    };
  });
}
