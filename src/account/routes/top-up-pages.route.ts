/**
 * GET and POST /account/{mode}/top-up: test money by a test card; in live mode, a page saying that top-up is not
 * available.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { originOf } from '../../access/actor.ts';
import { randomBase62 } from '../../database/public-id.ts';
import { AppError } from '../../errors/app-error.ts';
import { type Account, forSignedIn, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { type Mode, modes } from '../../money/mode.ts';
import { fieldOf, queryOf } from '../../pages/form-fields.ts';
import type { SessionPerson } from '../../people/people.ts';
import { listWalletBalances } from '../account.repository.ts';
import { findOwnCustomer, type OwnCustomer } from '../own-customer.ts';
import { topUpByCard, topUpCards } from '../top-up-by-card.ts';

const keyBytes = 16;
const usualCurrency = 'USD';

export function topUpRoutes(app: FastifyInstance, account: Account): void {
  const { db } = account;
  for (const mode of modes) {
    app.route({
      method: 'GET',
      url: `/${mode}/top-up`,
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const customer = await findOwnCustomer(db, person, mode, originOf(request));
        const wallets = customer === undefined ? [] : await listWalletBalances(db, { ...customer, mode });
        const asked = /^[A-Z]{3}$/.exec(queryOf(request, 'currency'))?.[0];
        const currency = asked ?? wallets[0]?.currency ?? usualCurrency;
        return sendForm(reply, { person, customer, mode, typed: { amount: '', currency } });
      }),
    });

    app.route({
      method: 'POST',
      url: `/${mode}/top-up`,
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const customer = await findOwnCustomer(db, person, mode, originOf(request));
        if (customer === undefined) throw new AppError('forbidden');
        const typed = { amount: fieldOf(request, 'amount'), currency: fieldOf(request, 'currency') };
        const form = { ...typed, cardNumber: fieldOf(request, 'card_number'), key: fieldOf(request, 'key') };
        const result = await topUpByCard(customer.actor, account, { holderId: customer.holderId, mode }, form);
        if (result.ok) return reply.redirect(`${paths.home}/${mode}?done=top-up`, 303);
        return sendForm(reply, { person, customer, mode, typed, errors: result.errors });
      }),
    });
  }
}

type Form = {
  person: SessionPerson;
  customer: OwnCustomer | undefined;
  mode: Mode;
  typed: { amount: string; currency: string };
  errors?: object;
};

function sendForm(reply: FastifyReply, { person, customer, mode, typed, errors }: Form): FastifyReply {
  const page = { title: 'Top up', person, mode, here: 'top-up' };
  if (customer === undefined) return sendPage(reply, { ...page, view: 'no-wallet' });
  const problem = errors === undefined ? undefined : 'The wallet was not topped up. Check what is marked below.';
  const status = errors === undefined ? 200 : 422;
  const data = {
    typed,
    errors: errors ?? {},
    mayAct: customer.mayAct,
    testCards: topUpCards,
    key: randomBase62(keyBytes),
  };
  return sendPage(reply, { ...page, view: 'top-up', status, problem, data });
}
