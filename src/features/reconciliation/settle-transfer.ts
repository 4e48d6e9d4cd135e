/**
 * What the operator decides about a bank transfer that no top-up explains exactly: it is credited, or sent back
 * (return-line.ts). Crediting posts what arrived and matches the line with it.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { listPaymentTransfers } from '../bank-transfers/payment-transfers.repository.ts';
import { listCashReferences } from '../cash/cash-references.repository.ts';
import { receiveCash } from '../cash/transfer-cash.ts';
import { findHolder, lockHolder } from '../holders/holders.repository.ts';
import { findLink } from '../links/links.repository.ts';
import { confirmTopUp, creditUnrequested } from '../wallets/top-up.ts';
import { findTopUpTransfer, lockTopUp, lockTopUpsByReference, type TopUp } from '../wallets/top-ups.repository.ts';
import { refuseClosed } from './closed-months.ts';
import { byReference, type Finding, judgeTransfer, referencesOf } from './judge-transfer.ts';
import { insertMatches, lockOutside } from './reconciliation.repository.ts';
import { returnLine } from './return-line.ts';
import { findIncomingLine, type TransferLine } from './transfers.repository.ts';

const partial = 'This is part of a payment that has ended. It can be sent back to its sender.';
const noLine = 'No bank transfer that waits for a decision has this id.';

/**
 * What the operator saw before they decided: whom they credit, by id and name, and what the line seemed to be for. `linkId`: the
 * money is the cash of this payee of the company. `topUpId`: it is the money of this announced top-up, which the line does not name.
 */
type SeenRecipient = {
  holderId: bigint;
  holderName: string;
  finding: Finding;
  linkId?: bigint | undefined;
  topUpId?: string | undefined;
};

/**
 * Credits what arrived to the account that the operator saw: to the top-up that the line names, whatever became of it, or
 * as a new one where its money came before, its currency is another, or the account is; or as a payee's cash. Of a line that names
 * none, to the announced top-up that they chose.
 * @throws AppError `not_found`; `forbidden`, also by four eyes; `validation_failed` (`holder_id`, `beneficiary_ref`, `top_up_id`),
 *   `balance_limit`; `invalid_state` when the account, the line or the top-up is not what they saw.
 */
export async function creditTransfer(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  mode: Mode,
  lineId: bigint,
  seen: SeenRecipient,
): Promise<TopUp> {
  const { line, finding, topUp, requesters } = await lockedLine(actor, tx, 'top_ups.confirm', mode, lineId);
  const { amount, currency } = line;
  if (line.isAside) throw new AppError('invalid_state', { message: partial });
  const chosen = await chosenTopUp(tx, mode, line, finding, seen);
  const own = chosen ?? (topUp?.holderId === seen.holderId ? topUp : undefined);
  const to = own ?? (await accountOf(tx, mode, seen.holderId));
  await refuseOther(tx, seen, finding);
  const target = own?.status !== 'succeeded' && own?.currency === currency ? own : undefined;
  const arrived = { amount, currency, accountKind: to.accountKind, source: 'bank' } as const;

  const holding = await holdingOf(tx, to, line, seen.linkId);
  const credited =
    holding !== undefined
      ? await receiveCash(actor, tx, clock, holding, amount, requesters)
      : target === undefined
        ? await creditUnrequested(actor, tx, clock, to, arrived, requesters)
        : await confirmTopUp(actor, tx, clock, target.id, amount);
  const transfer = await findTopUpTransfer(tx, credited.holderId, credited.id);
  const at = clock.now(serviceHolderId, mode);
  await insertMatches(tx, { mode, source: 'bank' }, [{ lineId, transfer, amount }], true, at);
  return credited;
}

/**
 * Records that the transfer was sent back by hand, at the bank. A top-up that waits for it is refused.
 * @param reason its holder reads it. @throws AppError `not_found`, `forbidden`.
 */
export async function returnTransfer(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  mode: Mode,
  lineId: bigint,
  reason: string,
): Promise<void> {
  await lockedLine(actor, tx, 'transfers.return', mode, lineId);
  await returnLine(actor, tx, clock, lineId, { reason, to: null });
}

type Action = 'top_ups.confirm' | 'transfers.return';

/** Locked against imports and matching, and undecided. */
async function lockedLine(actor: Actor, tx: Tx, action: Action, mode: Mode, lineId: bigint) {
  authorize(actor, action, { holderId: serviceHolderId, mode });
  await lockOutside(tx, { mode, source: 'bank' });
  const line = await findIncomingLine(tx, mode, lineId);
  if (line === undefined || line.returned !== null) throw new AppError('not_found', { message: noLine });
  await refuseClosed(tx, { mode, source: 'bank' }, line.bookedOn);
  const topUps = await lockTopUpsByReference(tx, mode, referencesOf([line]));
  const requesters = topUps.map(({ requestedBy }) => requestedBy);
  const cash = await listCashReferences(tx, mode, referencesOf([line]));
  const known = byReference(topUps, cash, await listPaymentTransfers(tx, mode, referencesOf([line])));
  return { line, ...judgeTransfer(line, known), requesters };
}

/**
 * The announced top-up that the operator says a line is for, locked: it waits for exactly this money.
 * @returns undefined if they chose none.
 */
async function chosenTopUp(
  tx: Tx,
  mode: Mode,
  { amount, currency }: TransferLine,
  finding: Finding,
  { topUpId, holderId, linkId }: SeenRecipient,
): Promise<TopUp | undefined> {
  if (topUpId === undefined) return undefined;
  if (linkId !== undefined) throw invalidField('top_up_id', 'is not for cash of a payee');
  if (finding !== 'unknown') throw invalidField('top_up_id', 'is only for a transfer that names no top-up or payment');
  const ownerId = holderOfPublicId('top', topUpId);
  const topUp = ownerId === undefined ? undefined : await lockTopUp(tx, ownerId, topUpId);
  if (topUp === undefined || topUp.mode !== mode || topUp.source !== 'bank') {
    throw invalidField('top_up_id', 'is no top-up by bank transfer');
  }
  if (topUp.holderId !== holderId) throw invalidField('holder_id', 'is not the account of this top-up');
  if (topUp.currency !== currency || topUp.amount !== amount) {
    throw invalidField('top_up_id', `waits for ${inWords(topUp)}, and ${inWords({ amount, currency })} arrived`);
  }
  if (topUp.status !== 'pending') throw new AppError('invalid_state', { message: noLonger[topUp.status] });
  return topUp;
}

const inWords = ({ amount, currency }: Pick<TransferLine, 'amount' | 'currency'>): string =>
  `${formatDecimal(amount, exponentOf(currency))} ${currency}`;

const noLonger: Readonly<Record<Exclude<TopUp['status'], 'pending'>, string>> = {
  succeeded: 'This top-up has already been credited. Nothing was credited now.',
  cancelled: 'This top-up was canceled. Nothing was credited.',
  expired: 'This top-up has expired. Nothing was credited.',
  refused: 'This top-up was declined. Nothing was credited.',
};

/** An account is credited by its number: the name says that it is the one that was meant. */
async function refuseOther(tx: Tx, { holderId, holderName, finding: seen }: SeenRecipient, finding: Finding) {
  const name = (await findHolder(tx, holderId))?.name;
  if (name !== holderName) {
    const message = `Account ${holderId} is called "${name}", not "${holderName}". Nothing was credited.`;
    throw new AppError('invalid_state', { message });
  }
  if (finding !== seen) {
    const message = 'The transfer has changed since you opened it. Nothing was credited; check it again.';
    throw new AppError('invalid_state', { message });
  }
}

/** Of a payee of the company, one that has ended too. */
async function holdingOf(tx: Tx, { holderId, mode }: Book, { currency }: TransferLine, linkId: bigint | undefined) {
  if (linkId === undefined) return undefined;
  const link = await findLink(tx, holderId, linkId);
  if (link === undefined || (mode === 'live' && !link.servesLive))
    throw invalidField('beneficiary_ref', 'is no payee of this company');
  return { holderId, mode, currency, linkId };
}

/** Where what arrived is credited. */
export const walletOf = { company: 'clearing', customer: 'wallet' } as const;

async function accountOf(tx: Tx, mode: Mode, holderId: bigint) {
  const holder = await lockHolder(tx, holderId);
  if (holder?.kind !== 'company' && holder?.kind !== 'customer') throw refused('is no company and no customer');
  if (holder.status === 'closed') throw refused('is closed');
  if (mode === 'live' && holder.status === 'pending') throw refused('may not hold real money yet');
  return { holderId, mode, accountKind: walletOf[holder.kind] };
}

const refused = (message: string): AppError => invalidField('holder_id', message);
