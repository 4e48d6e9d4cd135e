/**
 * Lets the service send a request to its own interfaces A and B in test mode as a holder whose person is signed in, so
 * that no secret is ever in a browser. The ticket that stands for the key pair is known to this process alone, for as
 * long as the one request takes. Must never be made for live mode.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { findHolderAsCaller } from './api-keys.repository.ts';
import type { Caller } from './authenticate.ts';

/** Carries the ticket from this process to itself. */
const ticketHeader = 'sluice-trial';
const ticketBytes = 32;

export type Trials = {
  /**
   * Calls `work` with the headers that make its request one of the actor's holder in test mode.
   * @throws AppError as `authorize`; `forbidden` for a holder that has no key pairs.
   */
  run<T>(actor: PersonActor, work: (headers: Record<string, string>) => Promise<T>): Promise<T>;
  /** Whom a request stands for; undefined for every request from outside. */
  callerOf(headers: IncomingHttpHeaders): Caller | undefined;
};

export function createTrials(db: Database): Trials {
  const open = new Map<string, Caller>();
  return {
    async run(actor, work) {
      const { holderId, mode, personId } = actor;
      if (holderId === null) throw new AppError('not_found');
      authorize(actor, 'requests.try', { holderId, mode });
      const holder = await findHolderAsCaller(db, { holderId, mode });
      if (holder === undefined || mode !== 'test') throw new AppError('forbidden');
      const ticket = randomBytes(ticketBytes).toString('base64url');
      // The audit log names the person where it would name the key pair.
      open.set(ticket, { ...holder, mode: 'test', clientId: `person:${personId}`, webhookFormat: 'standard' });
      try {
        return await work({ [ticketHeader]: ticket });
      } finally {
        open.delete(ticket);
      }
    },
    callerOf(headers) {
      const ticket = headers[ticketHeader];
      return typeof ticket === 'string' ? open.get(ticket) : undefined;
    },
  };
}
