/**
 * Tells a company what became of an invitation or a link. These serve both modes while a log of events is one mode's:
 * the event goes into both, at each one's own time. It carries ids and the company's own words, never an address or a
 * token.
 */
import type { Clock } from '../clock/clock.ts';
import type { Tx } from '../database/transaction.ts';
import { appendEvents } from '../events/append-events.ts';
import type { Link } from '../holders/links.repository.ts';
import { modes } from '../money/mode.ts';
import type { Invitation } from './invitation.ts';

type Event = { type: string; subject: string; data: Record<string, unknown> };

async function tellBothModes(tx: Tx, clock: Clock, companyId: bigint, events: readonly Event[]): Promise<void> {
  for (const mode of modes) {
    const book = { holderId: companyId, mode };
    await appendEvents(tx, book, events, clock.now(companyId, mode));
  }
}

/** `invitation.accepted`, `.declined`, `.revoked` or `.expired`, as its status says. */
export function tellInvitation(tx: Tx, clock: Clock, invitation: Invitation): Promise<void> {
  const { companyId, id, type, name, status, linkId } = invitation;
  const link = linkId === null ? {} : { beneficiary_ref: Number(linkId) };
  const data = { invitation_id: id, type, name, status, ...link };
  return tellBothModes(tx, clock, companyId, [{ type: `invitation.${status}`, subject: `invitation:${id}`, data }]);
}

type LinkFacts = Pick<Link, 'companyId' | 'id' | 'type' | 'name'>;

export function tellLink(
  tx: Tx,
  clock: Clock,
  { companyId, id, type, name }: LinkFacts,
  happened: 'created' | 'ended',
  more: Record<string, unknown>,
): Promise<void> {
  const status = happened === 'created' ? 'active' : 'ended';
  const data = { beneficiary_ref: Number(id), type, name, status, ...more };
  return tellBothModes(tx, clock, companyId, [{ type: `link.${happened}`, subject: `link:${id}`, data }]);
}
