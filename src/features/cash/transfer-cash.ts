/**
 * Cash that a payee hands over by bank transfer (docs/ledger.md, "Cash by bank transfer"): a top-up of its company's clearing, of
 * which as much as the payee held is a handover that nobody has to confirm. What is above is the payee's earnings. Decided while
 * the link's earnings are locked, as every handover.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { least } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { personOf } from '../../core/access/four-eyes.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import { findBankDetails } from '../wallets/bank-details.repository.ts';
import { creditUnrequested, refuseClosed, startTopUp, type TopUpRequest, takeNewReference } from '../wallets/top-up.ts';
import type { TopUp } from '../wallets/top-ups.repository.ts';
import { findCashReference, insertCashReference } from './cash-references.repository.ts';
import { heldIn, lockHolding, requireOwn, tell } from './hand-over.ts';
import { type CashTransfer, draftsOf, type Handover, type Holding, handOverActions, type Side } from './handover.ts';
import { insertHandover } from './handovers.repository.ts';

/**
 * How a payee hands cash over by bank transfer: in live mode with its reference, which stays the same; test money arrives at once.
 * @param by the caller: the company, or the payee. @param amount minor units, in test mode; undefined: all that is held.
 * @throws AppError `forbidden`; `not_found`; `validation_failed` (`currency`) without bank details, (`amount`) in live mode;
 * `invalid_state` of a closed company, or when no test cash is held and no amount is given; `balance_limit`.
 */
export async function startCashTransfer(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  by: By,
  holding: Holding,
  amount: bigint | undefined,
): Promise<CashTransfer> {
  authorize(actor, handOverActions[by.side], by.book);
  await requireOwn(tx, by, holding);
  if (holding.mode === 'live') {
    if (amount !== undefined) throw invalidField('amount', 'is only for test mode: in live mode it is what arrives');
    await refuseClosed(tx, holding);
    if ((await findBankDetails(tx, holding.currency)) === undefined) {
      throw invalidField('currency', `Bank transfers in ${holding.currency} are not available yet.`);
    }
    // With its account the payee is listed, before it holds any cash.
    await lockHolding(tx, holding);
    return { reference: await referenceOf(actor, tx, by, holding), topUp: null };
  }
  const held = heldIn(await lockCash(tx, holding), holding);
  const arrived = amount ?? held;
  if (arrived === 0n) throw new AppError('invalid_state', { message: `No cash is held in ${holding.currency}.` });

  const work = { actor, tx, at: clock.now(holding.holderId, holding.mode) };
  const topUp = await startTopUp(actor, tx, clock, holding, await handOver(work, holding, arrived));
  const { id, currency, linkId, handedOver } = topUp;
  const after = { amount: arrived, currency, link: linkId, handedOver };
  await record(actor, tx, by, { object: { kind: 'top_up', id }, before: { held }, after });
  return { reference: null, topUp };
}

/**
 * Credits a bank transfer that arrived. @param amount minor units.
 * @param involved who asked for the top-ups that it names.
 * @throws AppError `forbidden`, also by four eyes; `balance_limit`; `invalid_state` of a closed company.
 */
export async function receiveCash(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  holding: Holding,
  amount: bigint,
  involved: readonly (string | null)[] = [],
): Promise<TopUp> {
  authorize(actor, 'top_ups.confirm', holding);
  await refuseClosed(tx, holding);
  const work = { actor, tx, at: clock.now(holding.holderId, holding.mode) };
  return creditUnrequested(actor, tx, clock, holding, await handOver(work, holding, amount), involved);
}

type By = { side: Side; book: Book };

/** The payee's accounts are locked: it gets one. */
async function referenceOf(actor: Actor, tx: Tx, by: By, holding: Holding): Promise<string> {
  const known = await findCashReference(tx, holding);
  if (known !== undefined) return known;
  const reference = await takeNewReference(tx);
  await insertCashReference(tx, holding, reference);
  const after = { link: holding.linkId, currency: holding.currency };
  await record(actor, tx, by, { object: { kind: 'cash_reference', id: reference }, before: null, after });
  return reference;
}

type Recorded = { object: { kind: string; id: string }; before: AuditFacts | null; after: AuditFacts };

const record = (actor: Actor, tx: Tx, { side, book }: By, recorded: Recorded): Promise<void> =>
  appendAudit(actor, tx, { action: handOverActions[side], holderId: book.holderId, mode: book.mode, ...recorded });

/** With every account that its transfers touch, so that they are locked in one order. */
const lockCash = (tx: Tx, holding: Holding) =>
  lockHolding(
    tx,
    holding,
    [ledgerAccount.clearing, ledgerAccount.outside('bank')].map((one) => accountIn(holding, one)),
  );

/** What the payee holds of it is handed over. @returns the top-up to credit, which is the whole. */
async function handOver({ actor, tx, at }: UnitOfWork, holding: Holding, amount: bigint): Promise<TopUpRequest> {
  const { holderId, mode, currency, linkId } = holding;
  const id = newPublicId('top', holderId);
  const locked = await lockCash(tx, holding);
  const handedOver = least(heldIn(locked, holding), amount);
  if (handedOver > 0n) {
    const handover: Handover = {
      ...{
        holderId,
        mode,
        currency,
        linkId,
        id: newPublicId('cho', holderId),
        kind: 'handed_over',
        amount: handedOver,
      },
      ...{ note: null, recordedBy: 'link', topUpId: id, status: 'posted' },
      ...{ createdBy: null, createdAt: at, decidedBy: personOf(actor), decidedAt: at },
    };
    await insertHandover(tx, handover);
    await post(tx, draftsOf(handover), at, locked);
    await tell({ actor, tx, at }, handover, 'cash_handover.posted');
  }
  return { id, amount, currency, accountKind: 'clearing', source: 'bank', linkId, handedOver };
}
