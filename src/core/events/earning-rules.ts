/**
 * Which movements of a payee's earnings are events, and which (docs/contract/common.md, "Events of payees"). Pure. A
 * movement of a payout is none: the payout has its own events.
 */
import type { TransferCode } from '../ledger/transfer.ts';
import type { EventType } from './append-events.ts';

type EarningEventType = Extract<EventType, `earning.${string}`>;

export type EarningRule = {
  /** Each code has one rule. */
  code: TransferCode;
  /** Which end of the transfer is the payee's account, and of which kind that is. */
  end: 'from' | 'to';
  account: 'earnings' | 'link_debt';
  /** As `GET /earnings/movements` names it. */
  effect: 'in' | 'out' | 'owed' | 'forgiven';
  type: EarningEventType;
};

const credit = { end: 'to', account: 'earnings', effect: 'in' } as const;
const debit = { end: 'from', account: 'earnings', effect: 'out' } as const;

export const earningRules: readonly EarningRule[] = Object.freeze([
  { code: 'settlement', ...credit, type: 'earning.settled' },
  { code: 'claim', ...credit, type: 'earning.settled' },
  { code: 'reversal', ...debit, type: 'earning.reversed' },
  { code: 'claim_reversed', ...debit, type: 'earning.reversed' },
  { code: 'reversal_debt', end: 'to', account: 'link_debt', effect: 'owed', type: 'earning.reversed' },
  { code: 'reversal_failed', ...credit, type: 'earning.restored' },
  { code: 'claim_reversal_failed', ...credit, type: 'earning.restored' },
  { code: 'debt_returned', ...credit, type: 'earning.restored' },
  { code: 'reversal_debt_failed', end: 'from', account: 'link_debt', effect: 'forgiven', type: 'earning.restored' },
  { code: 'write_off_reversed', end: 'to', account: 'link_debt', effect: 'owed', type: 'earning.restored' },
  { code: 'debt_repaid', end: 'from', account: 'link_debt', effect: 'forgiven', type: 'earning.forgiven' },
  { code: 'debt_written_off', end: 'from', account: 'link_debt', effect: 'forgiven', type: 'earning.forgiven' },
  { code: 'debt_recovery', ...debit, type: 'earning.recovered' },
  { code: 'cash_netting', ...debit, type: 'earning.netted' },
  { code: 'cash_owed', end: 'to', account: 'link_debt', effect: 'owed', type: 'earning.owed' },
  { code: 'cash_overpaid', ...credit, type: 'earning.overpaid' },
  { code: 'cash_overpaid_reversed', ...debit, type: 'earning.reversed' },
  { code: 'cash_transfer_reversed', end: 'to', account: 'link_debt', effect: 'owed', type: 'earning.owed' },
]);
