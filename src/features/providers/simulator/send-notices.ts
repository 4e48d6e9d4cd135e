/**
 * Reports what happened to the simulator's charges and refunds since they were made, as the webhook of a live provider
 * does: by notices that only say what to query. A notice may be sent again, never lost.
 */
import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Mode } from '../../../base/money/mode.ts';
import { type Actor, providerActor } from '../../../core/access/actor.ts';
import type { ProviderNotice } from '../provider.ts';
import { isDisputed, nextChargeNotice, nextRefundNotice } from './course.ts';
import {
  evidenceOf,
  findChargesToReport,
  findRefundsToReport,
  type SimulatedCharge,
  setNextNotice,
} from './simulator.repository.ts';
import { disputeIdOf } from './simulator.ts';

const name = 'simulator';
const noticesMax = 200;

export type NoticeDeps = {
  db: Database;
  clock: Clock;
  /** Resolves once the notice need not be sent again. */
  onNotice(actor: Actor, provider: string, notice: ProviderNotice): Promise<void>;
};

/**
 * Sends every notice that is due. A failure of one does not stop the others; it stays due.
 * @param only limits it to one book; undefined: all books.
 * @returns how many were due.
 */
export async function sendNotices(
  { db, clock, onNotice }: NoticeDeps,
  onError: (error: unknown) => void,
  only?: { holderId: bigint; mode: Mode },
): Promise<number> {
  const now = clock.now(0n, 'live');
  const send = async (notice: ProviderNotice, sent: () => Promise<void>): Promise<void> => {
    try {
      await onNotice(providerActor(name), name, notice);
      await sent();
    } catch (error) {
      onError(error);
    }
  };

  const charges = await findChargesToReport(db, now, noticesMax, only);
  for (const charge of charges) {
    const { behavior, endsAt, capturedAt } = charge;
    const since = capturedAt ?? charge.begunAt;
    const at = clock.now(charge.holderId ?? 0n, 'test');
    const evidence = evidenceOf(charge);
    const next = since && nextChargeNotice({ behavior, at: since, evidence }, capturedAt === null ? endsAt : null, at);
    await send(noticeOf(charge), () => setNextNotice(db, 'simulatorCharges', charge, next));
  }
  const refunds = await findRefundsToReport(db, now, noticesMax, only);
  for (const refund of refunds) {
    const { id, behavior, madeAt, holderId } = refund;
    const next = nextRefundNotice({ behavior, at: madeAt }, clock.now(holderId, 'test'));
    await send({ kind: 'refund', refundId: id }, () => setNextNotice(db, 'simulatorRefunds', refund, next));
  }
  return charges.length + refunds.length;
}

const noticeOf = ({ id, behavior }: SimulatedCharge): ProviderNotice =>
  isDisputed(behavior)
    ? { kind: 'disputes', reference: disputeIdOf(id), attemptId: id }
    : { kind: 'charge', attemptId: id, providerRef: id };
