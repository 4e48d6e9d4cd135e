/**
 * Sends money on a line of the bank back to its sender (docs/ledger.md, "Money sent back"). What is open of the line is set
 * aside, so that the line is closed at once; it leaves suspense when the bank sends it: recorded as sent by hand, or when a
 * statement has the line that names the return. No holder's balance changes.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { personOf, requireSecondPerson } from '../../core/access/four-eyes.ts';
import { accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { post, serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { codeOf, hasLetters, isIban, lineOf } from '../bank-files/bank-codes.ts';
import { findLivingFile } from '../bank-files/living-file.repository.ts';
import { comparableReference } from '../bank-files/references.ts';
import { refuseTopUp } from '../wallets/end-top-up.ts';
import { mailReturned } from '../wallets/mail-top-up.ts';
import { lockTopUpsByReference } from '../wallets/top-ups.repository.ts';
import { bookLines } from './book-line.ts';
import { byReference, judgeTransfer, referencesOf } from './judge-transfer.ts';
import {
  findReturnsOf,
  findReturnTransfer,
  insertReturn,
  type LineReturn,
  listOrderedReturns,
  lockReturn,
  setReturnCancelled,
  setReturnSent,
  sumSetAside,
} from './line-returns.repository.ts';
import { lockedLine, refuseUnmatchable } from './match-by-hand.ts';
import { matchByName } from './match-by-name.ts';
import { possibleIds } from './named-ids.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { isOpenLine } from './read-lines.ts';
import { insertMatches, listOpenLinesOf, type Outside, type StoredLine } from './reconciliation.repository.ts';
import { tellOfReturn } from './tell-of-transfers.ts';

/** `reason`: the sender reads it. `to`: whom the bank is to pay, by default whom the line names; null: it was sent by hand. */
type WantedReturn = { reason: string; to: { name: string | undefined; account: string | undefined } | null };

const refusal = (message: string) => new AppError('invalid_state', { message });

/**
 * @throws AppError `not_found`; `forbidden`, also by four eyes for an account that the line does not name; `invalid_state` of a line
 *   that went out, is matched, or is being sent back; `validation_failed` where there is nobody to pay.
 */
export async function returnLine(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  lineId: bigint,
  { reason, to }: WantedReturn,
): Promise<LineReturn> {
  const line = await lockedLine(actor, 'transfers.return', tx, lineId);
  const ordered = (await findReturnsOf(tx, [lineId])).get(lineId);
  if (to === null && ordered?.status === 'ordered') return recordSent(actor, tx, clock, ordered);
  const { open, amount } = await returnable(tx, line);
  const creditor = to === null ? null : creditorOf(line, to);
  if (creditor !== null && creditor.account !== ownAccountOf(line)) {
    await requireSecondPerson(actor, tx, [personOf(actor)], onlyToSender);
  }
  const topUps = await lockTopUpsByReference(tx, line.mode, referencesOf([line]));
  const { topUp } = judgeTransfer(line, byReference(topUps, [], []));

  const { mode, currency } = line;
  const at = clock.now(serviceHolderId, mode);
  if (open > 0n) {
    const booked = await bookLines(tx, line, [{ lineId, currency, amount: open, kind: 'set_aside', reason }], at);
    await insertMatches(tx, line, [{ lineId, transfer: booked.get(lineId) as TransferKey, amount: open }], true, at);
  }
  const id = newPublicId('lr', serviceHolderId);
  const names = { creditorName: creditor?.name ?? null, creditorAccount: creditor?.account ?? null };
  const created = { mode, id, lineId, currency, amount, ...names, reason, createdAt: at };
  await insertReturn(tx, created);
  if (to === null) await sendReturn(tx, created, at);
  await appendAudit(actor, tx, {
    action: 'transfers.return',
    holderId: topUp?.holderId ?? serviceHolderId,
    mode,
    object: { kind: 'statement_line', id: String(lineId) },
    after: { amount, currency, reason, byHand: to === null, creditor: creditor?.name ?? null },
  });
  if (topUp?.status === 'pending') await refuseTopUp(actor, tx, clock, topUp.id, reason);
  else if (topUp !== undefined) await mailReturned(tx, topUp, amount, currency, reason);
  else await tellOfReturn(tx, line, { amount, currency }, reason);
  return (await findReturnsOf(tx, [lineId])).get(lineId) as LineReturn;
}

/** A person knows that the bank has sent it, although no statement has the line that names it. */
async function recordSent(actor: Actor, tx: Tx, clock: Clock, ordered: LineReturn): Promise<LineReturn> {
  const { mode, id, lineId, amount, currency } = ordered;
  await lockReturn(tx, mode, id);
  await sendReturn(tx, ordered, clock.now(serviceHolderId, mode));
  await appendAudit(actor, tx, {
    action: 'transfers.return',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_line', id: String(lineId) },
    before: { status: 'ordered' },
    after: { status: 'sent', amount, currency },
  });
  return (await findReturnsOf(tx, [lineId])).get(lineId) as LineReturn;
}

const onlyToSender =
  'Four-eyes approval is on: money goes back to the account that the line names, or is recorded as sent by hand.';

/** `open`: what is not set aside yet. */
async function returnable(tx: Tx, line: StoredLine): Promise<{ open: bigint; amount: bigint }> {
  if (line.source !== 'bank' || line.amount < 0n)
    throw refusal('Only money that came in at the bank can be sent back.');
  if ((await findReturnsOf(tx, [line.id])).has(line.id)) throw refusal(`Line ${line.id} was sent back before.`);
  const aside = await sumSetAside(tx, line.id);
  if (!isOpenLine(line) && aside > 0n) return { open: 0n, amount: aside };
  refuseUnmatchable(line);
  const open = line.amount - line.matchedAmount;
  return { open, amount: open + aside };
}

const ownAccountOf = ({ counterpartyAccount }: StoredLine): string => codeOf(counterpartyAccount ?? '');

const nameLengthMax = 140;

function creditorOf(line: StoredLine, { name, account }: { name: string | undefined; account: string | undefined }) {
  const creditor = {
    name: lineOf(name ?? line.counterpartyName ?? '').slice(0, nameLengthMax),
    account: account === undefined ? ownAccountOf(line) : codeOf(account),
  };
  if (!isIban(creditor.account)) {
    const what = account === undefined ? 'the line names no IBAN; give one' : 'is no IBAN; give another';
    throw invalidField('account', `${what}, or record that it was sent by hand`);
  }
  if (!hasLetters(creditor.name)) throw invalidField('name', 'the line names nobody; say whom the bank is to pay');
  return creditor;
}

type SentOne = Pick<LineReturn, 'mode' | 'id' | 'currency' | 'amount'>;

/** The bank has sent it: `suspense → outside:bank`. The caller has locked the source. */
export async function sendReturn(tx: Tx, one: SentOne, at: Date): Promise<void> {
  const { mode, id, currency, amount } = one;
  const book = { holderId: serviceHolderId, mode, currency };
  const draft: TransferDraft = {
    from: accountIn(book, ledgerAccount.suspense),
    to: accountIn(book, ledgerAccount.outside('bank')),
    ...{ amount, code: 'line_return', subject: subjectOf.lineReturn(id), line: 0 },
  };
  await post(tx, [draft], at);
  await setReturnSent(tx, one, at);
}

/**
 * Takes the order back before the bank has sent it. Its money stays set aside.
 * @throws AppError `not_found`, `forbidden`; `invalid_state` where the line is not being sent back, was, or is in a payment file.
 */
export async function cancelReturn(actor: Actor, tx: Tx, clock: Clock, lineId: bigint): Promise<void> {
  const line = await lockedLine(actor, 'transfers.return', tx, lineId);
  const ordered = (await findReturnsOf(tx, [lineId])).get(lineId);
  if (ordered === undefined) throw refusal(`Line ${lineId} is not being sent back.`);
  if (ordered.status === 'sent') throw refusal(`Line ${lineId} was sent back.`);
  await lockReturn(tx, line.mode, ordered.id);
  const file = await findLivingFile(tx, ordered.id);
  if (file !== undefined) {
    throw refusal(
      `The return is in the payment file ${file}. Give up the file first, if your bank will not execute it.`,
    );
  }

  await setReturnCancelled(tx, ordered, clock.now(serviceHolderId, line.mode));
  await appendAudit(actor, tx, {
    action: 'transfers.return',
    holderId: serviceHolderId,
    mode: line.mode,
    object: { kind: 'statement_line', id: String(lineId) },
    before: { status: 'ordered' },
    after: { status: 'cancelled', amount: ordered.amount, currency: ordered.currency },
  });
}

/** The caller has locked the source. @returns how many returns the statements show as sent, and match now. */
export async function sendNamedReturns(tx: Tx, outside: Outside, at: Date): Promise<number> {
  if (outside.source !== 'bank') return 0;
  let sent = 0;
  for (const one of await listOrderedReturns(tx, outside.mode)) {
    const money = { currency: one.currency, amount: -one.amount };
    const reference = comparableReference(one.id);
    const lines = await listOpenLinesOf(tx, outside, money);
    const names = ({ reference: text, endToEndId }: (typeof lines)[number]) =>
      possibleIds(`${text} ${endToEndId ?? ''}`, 'lr').includes(reference);
    if (!lines.some(names)) continue;
    await sendReturn(tx, one, at);
    if ((await matchByName(tx, outside, money, await findReturnTransfer(tx, one), at)) !== null) sent += 1;
  }
  return sent;
}
