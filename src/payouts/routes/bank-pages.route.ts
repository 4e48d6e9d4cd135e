/**
 * GET and POST /account/profile/bank, and POST …/end: a person's bank accounts. Every change asks for the password
 * again, and for a code where the person has a second factor. A full account number is never shown or written back into
 * a form.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, originOf } from '../../access/actor.ts';
import { isAllowed } from '../../access/authorize.ts';
import { inTransaction, type Tx } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { type Account, forSignedIn, tooMany } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';
import type { SessionPerson } from '../../people/people.ts';
import { addBankAccount, endBankAccount } from '../change-bank-accounts.ts';
import { listOwnHolders } from '../own-holders.ts';
import { type Notes, sendBank } from './render-bank-accounts.ts';

const wrongProof = 'The password or the code is wrong, or the code was used before.';
const unchanged = 'Nothing was changed. Check what is marked below.';

export function bankPages(app: FastifyInstance, account: Account): void {
  const { db, clock, people } = account;
  app.route({
    method: 'GET',
    url: '/profile/bank',
    schema: { hide: true },
    handler: forSignedIn(account, (request, reply, person) =>
      sendBank(reply, account, person, queryOf(request, 'done'), {
        ending: queryOf(request, 'end'),
        typed: { holder: queryOf(request, 'for') },
      }),
    ),
  });

  /**
   * Returns 'done', or the notes to show. The password is checked before the form, so that a stolen session learns
   * nothing.
   */
  async function change(
    request: FastifyRequest,
    person: SessionPerson,
    action: 'bank_accounts.add' | 'bank_accounts.end',
    work: (actor: Actor, tx: Tx, holderId: bigint) => Promise<unknown>,
  ): Promise<'done' | Notes> {
    // A bank account belongs to both modes; the actor uses live.
    const own = await listOwnHolders(db, person, 'live', originOf(request));
    const holder = own.find(({ holderId }) => String(holderId) === fieldOf(request, 'holder'));
    const object = holder && { holderId: holder.holderId, mode: null };
    if (holder === undefined || !isAllowed(holder.actor, action, object)) throw new AppError('forbidden');
    const proof = { password: fieldOf(request, 'password'), code: fieldOf(request, 'code') };
    const proved = await people.proveAgain(visitOf(request), proof);
    if (!proved.ok && proved.reason === 'throttled') return { status: 429, problem: String(proved.retryAfterSeconds) };
    if (!proved.ok) return { errors: { password: wrongProof } };
    try {
      // The person has just passed every proof they have.
      const actor = { ...holder.actor, freshAt: new Date() };
      await inTransaction(db, (tx) => work(actor, tx, holder.holderId));
      return 'done';
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      return { errors: Object.fromEntries(error.details.map(({ field, message }) => [field, `This ${message}.`])) };
    }
  }

  const finish = (reply: FastifyReply, person: SessionPerson, result: 'done' | Notes, done: string, notes: Notes) => {
    if (result === 'done') return reply.redirect(`${paths.bank}?done=${done}`, 303);
    const problem = result.status === 429 ? tooMany(reply, Number(result.problem)) : unchanged;
    return sendBank(reply, account, person, '', { status: 422, ...notes, ...result, problem });
  };

  app.route({
    method: 'POST',
    url: '/profile/bank',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const field = (name: string) => fieldOf(request, name);
      const typed = { account_name: field('account_name'), country: field('country'), currency: field('currency') };
      const form = {
        accountName: typed.account_name,
        iban: field('iban'),
        accountNumber: field('account_number'),
        bankCode: field('bank_code'),
        country: typed.country,
        currency: typed.currency,
      };
      const result = await change(request, person, 'bank_accounts.add', (actor, tx, holderId) =>
        addBankAccount(actor, tx, clock, holderId, form),
      );
      return finish(reply, person, result, 'added', { typed: { ...typed, holder: field('holder') } });
    }),
  });

  app.route({
    method: 'POST',
    url: '/profile/bank/end',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const id = fieldOf(request, 'bank');
      const result = await change(request, person, 'bank_accounts.end', (actor, tx, holderId) =>
        endBankAccount(actor, tx, clock, holderId, id),
      );
      return finish(reply, person, result, 'ended', { ending: id });
    }),
  });
}
