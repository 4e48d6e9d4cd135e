/** GET /account/{mode}/payments: the payments made from the wallet, with merchant and state. */
import type { FastifyInstance } from 'fastify';
import { originOf } from '../../access/actor.ts';
import { type Account, cursorOf, forSignedIn, sendPage } from '../../interfaces/account/account-page.ts';
import { modes } from '../../money/mode.ts';
import { listPaid } from '../account.repository.ts';
import { publishPayments } from '../movements.ts';
import { findOwnCustomer } from '../own-customer.ts';
import { presentPaid } from '../present-account.ts';

const rowsPerPage = 20;

export function paymentsRoutes(app: FastifyInstance, account: Account): void {
  const { db } = account;
  for (const mode of modes) {
    app.route({
      method: 'GET',
      url: `/${mode}/payments`,
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const page = { title: 'Payments', person, mode, here: 'payments' };
        const customer = await findOwnCustomer(db, person, mode, originOf(request));
        if (customer === undefined) return sendPage(reply, { ...page, view: 'no-wallet' });
        const before = cursorOf(request) ?? null;
        const found = await listPaid(db, { holderId: customer.holderId, mode }, { before, limit: rowsPerPage + 1 });
        const last = found.slice(0, rowsPerPage).at(-1);
        const data = {
          payments: (await publishPayments(db, found.slice(0, rowsPerPage))).map(presentPaid),
          isFirst: before === null,
          older: found.length > rowsPerPage ? last?.id : undefined,
        };
        return sendPage(reply, { ...page, view: 'payments', data });
      }),
    });
  }
}
