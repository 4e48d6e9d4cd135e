/**
 * GET and POST /account/{mode}/payouts, and POST …/cancel: available balances, requesting a payout and cancelling it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { originOf } from '../../access/actor.ts';
import { isAllowed } from '../../access/authorize.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { type Account, forSignedIn } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { modes } from '../../money/mode.ts';
import { fieldOf, queryOf } from '../../pages/form-fields.ts';
import { takeFormKey } from '../../pages/form-keys.repository.ts';
import { cancelPayout } from '../change-payout.ts';
import { listOwnHolders } from '../own-holders.ts';
import { listDrawable } from '../payout-pages.repository.ts';
import { drawableKey } from '../present-pages.ts';
import { requestPayout } from '../request-payout.ts';
import { problemsOf, readTypedAmount, sendPayouts } from './render-payouts.ts';

const formKeyPattern = /^[0-9A-Za-z]{16,64}$/;

export function payoutPages(app: FastifyInstance, account: Account): void {
  const { db, clock } = account;
  for (const mode of modes) {
    const url = `/${mode}/payouts`;
    const back = (reply: FastifyReply, done: string) => reply.redirect(`${paths.home}${url}?done=${done}`, 303);
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: forSignedIn(account, (request, reply, person) =>
        sendPayouts(reply, account, {
          person,
          mode,
          chosen: queryOf(request, 'account'),
          done: queryOf(request, 'done'),
        }),
      ),
    });

    app.route({
      method: 'POST',
      url,
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const chosen = fieldOf(request, 'account');
        const key = fieldOf(request, 'key');
        if (!formKeyPattern.test(key)) throw new AppError('validation_failed');
        const own = await listOwnHolders(db, person, mode, originOf(request));
        const owners = own.filter(({ actor, holderId }) => isAllowed(actor, 'payouts.request', { holderId, mode }));
        const all = await listDrawable(
          db,
          owners.map((holder) => holder.holderId),
          mode,
        );
        const drawable = all.find((one) => drawableKey(one) === chosen);
        // The balance is now empty, or the account is someone else's: the page shows the current balances.
        const owner = owners.find(({ holderId }) => holderId === drawable?.ownerHolderId);
        if (drawable === undefined || owner === undefined)
          return sendPayouts(reply, account, { person, mode, gone: true });
        const typed = { amount: fieldOf(request, 'amount'), bank: fieldOf(request, 'bank') };
        const amount = readTypedAmount(typed.amount, drawable.currency);
        const { ownerHolderId, holderId, currency } = drawable;
        const asked = {
          ownerHolderId,
          book: { holderId, mode },
          account: drawable,
          currency,
          bankAccountId: typed.bank,
        };
        try {
          if (amount === undefined) throw new AppError('validation_failed', { details: [amountProblem] });
          await inTransaction(db, async (tx) => {
            if (!(await takeFormKey(tx, { holderId: ownerHolderId, mode }, key))) return;
            await requestPayout(owner.actor, tx, clock, { ...asked, amount });
          });
        } catch (error) {
          return sendPayouts(reply, account, { person, mode, chosen, typed, errors: problemsOf(error) });
        }
        return back(reply, 'asked');
      }),
    });

    app.route({
      method: 'POST',
      url: `${url}/cancel`,
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const own = await listOwnHolders(db, person, mode, originOf(request));
        const id = fieldOf(request, 'payout');
        for (const { actor, holderId } of own) {
          if (!isAllowed(actor, 'payouts.cancel', { holderId, mode })) continue;
          const done = await inTransaction(db, (tx) => cancelPayout(actor, tx, clock, holderId, id)).then(
            () => 'cancelled',
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error;
              if (error.code === 'not_found') return undefined;
              if (error.code === 'invalid_state') return 'late';
              throw error;
            },
          );
          if (done !== undefined) return back(reply, done);
        }
        throw new AppError('forbidden');
      }),
    });
  }
}

const amountProblem = { field: 'amount', message: 'is not an amount, such as 25 or 25.00' };
