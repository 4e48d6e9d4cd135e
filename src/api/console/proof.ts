/**
 * Proof that a person is there, for acts that need a fresh second factor: whoever has one has passed it lately, and
 * whoever has none gives their password. Whoever may not do the act learns nothing about the password.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { throttledText } from '../../features/people/account-texts.ts';
import type { People } from '../../features/people/people.ts';
import { visitOf } from '../shared/form-fields.ts';
import { actorOf, personOf } from './authenticate.ts';

export const proofCodes = ['wrong_password', 'too_many_attempts'] as const;

type Needs = {
  /** Throws unless the actor may do it. */
  check: (actor: PersonActor) => void;
  password: string | undefined;
  /** Whether the password is asked for with a second factor too. */
  always?: boolean;
};

/** @throws AppError as `check`; `wrong_password`; `too_many_attempts`. */
export async function provedActor(
  request: FastifyRequest,
  people: People,
  { check, password, always = false }: Needs,
): Promise<PersonActor> {
  const actor = actorOf(request);
  const { secondFactor } = personOf(request);
  const proved: PersonActor = secondFactor ? actor : { ...actor, freshAt: new Date() };
  check(proved);
  if (secondFactor && !always) return actor;
  const result = await people.provePassword(visitOf(request), password ?? '');
  if (result.ok) return proved;
  if (result.reason === 'throttled') {
    const { retryAfterSeconds } = result;
    throw new AppError('too_many_attempts', { message: throttledText(retryAfterSeconds), retryAfterSeconds });
  }
  const message = 'This is not your password.';
  throw new AppError('wrong_password', { message, details: [{ field: 'password', message }] });
}
