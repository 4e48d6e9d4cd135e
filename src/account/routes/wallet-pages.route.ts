/**
 * GET /account/{mode}: balances per currency and movements. The mode is in the address, so that another tab cannot
 * change it; an address without one redirects to the person's mode.
 */
import type { FastifyInstance } from 'fastify';
import { originOf } from '../../access/actor.ts';
import { type Account, cursorOf, forSignedIn, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { type Mode, modes } from '../../money/mode.ts';
import { queryOf } from '../../pages/form-fields.ts';
import { listModesWithMoney, listWalletBalances, listWalletMovements } from '../account.repository.ts';
import { tellMovements } from '../movements.ts';
import { findOwnCustomer } from '../own-customer.ts';
import { presentBalance, presentWalletMovement } from '../present-account.ts';

const rowsPerPage = 20;
const doneTexts: Record<string, string> = { 'top-up': 'The wallet was topped up.' };

export function walletPages(app: FastifyInstance, account: Account): void {
  const { db } = account;
  for (const page of ['/', '/payments', '/top-up', '/payouts']) {
    app.route({
      method: 'GET',
      url: page,
      schema: { hide: true },
      handler: forSignedIn(account, async (_request, reply, person) => {
        const mode = await homeMode(account, person.personId);
        return reply.redirect(`${paths.home}/${mode}${page === '/' ? '' : page}`, 303);
      }),
    });
  }

  for (const mode of modes) {
    app.route({
      method: 'GET',
      url: `/${mode}`,
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const page = { title: 'Wallet', person, mode, here: 'wallet' };
        const customer = await findOwnCustomer(db, person, mode, originOf(request));
        if (customer === undefined) return sendPage(reply, { ...page, view: 'no-wallet' });
        const book = { holderId: customer.holderId, mode };
        const balances = await listWalletBalances(db, book);
        const asked = queryOf(request, 'currency');
        const currency = balances.find((one) => one.currency === asked)?.currency;
        const filter = { currency, before: cursorOf(request), limit: rowsPerPage + 1 };
        const found = await listWalletMovements(db, book, filter);
        const shown = await tellMovements(db, found.slice(0, rowsPerPage));
        const data = {
          balances: balances.map(presentBalance),
          movements: shown.map(presentWalletMovement),
          currency,
          isFirst: filter.before === undefined,
          older: found.length > rowsPerPage ? shown.at(-1)?.id : undefined,
          mayAct: customer.mayAct,
          earns: (await listModesWithMoney(db, person.personId)).some((one) => one.mode === mode && one.earns),
          done: doneTexts[queryOf(request, 'done')],
        };
        return sendPage(reply, { ...page, view: 'wallet', data });
      }),
    });
  }
}

/** Live, unless the person has only ever had test money. */
async function homeMode({ db }: Account, personId: string): Promise<Mode> {
  const seen = (await listModesWithMoney(db, personId)).map(({ mode }) => mode);
  return seen.includes('test') && !seen.includes('live') ? 'test' : 'live';
}
