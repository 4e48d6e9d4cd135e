/** A transfer in the trace of an order's or a payment's money: what moved, between which accounts, and why. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, Currency, NumericId, Text } from '../../base/schemas/parts.ts';
import { formatSubject, subjectIn } from '../../core/ledger/subject.ts';
import type { TracedTransfer } from '../../core/ledger/traced-transfers.repository.ts';
import { TransferCodeName } from '../../core/ledger/transfer-code.ts';
import type { Link } from './links.repository.ts';
import { AccountAnswer, presentAccount } from './present-account.ts';

/** @param subject an example. */
export const tracedTransferFields = (subject: string) => ({
  transfer_id: NumericId,
  code: TransferCodeName('What kind of transfer it is'),
  from: AccountAnswer,
  to: AccountAnswer,
  amount: Amount,
  currency: Currency,
  subject: Text(subject, 'What it is about'),
});

const TracedFields = Type.Object(tracedTransferFields('order:1042'));

/** @param links of the company in whose book it is; a shop's own book has no accounts of links. */
export function presentTracedTransfer(
  transfer: TracedTransfer,
  links: ReadonlyMap<bigint, Link> = new Map(),
): Static<typeof TracedFields> {
  const { id, code, from, to, amount } = transfer;
  return {
    transfer_id: Number(id),
    code,
    from: presentAccount(from, links),
    to: presentAccount(to, links),
    amount: jsonDecimal(amount, exponentOf(from.currency)),
    currency: from.currency,
    subject: formatSubject(subjectIn(transfer)),
  };
}
