/** GET /wallets/movements of the people's API: what moved on one account of a company, newest first. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { amountThatIs, Currency, Instant, NullableText, NumericId, nullable } from '../../base/schemas/parts.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { type Account, type AccountKind, accountIn, parseAccount } from '../../core/ledger/accounts.ts';
import { TransferCodeName } from '../../core/ledger/transfer-code.ts';
import { findLinks } from '../../features/links/links.repository.ts';
import { AccountAnswer, presentAccount } from '../../features/links/present-account.ts';
import { listMovements } from '../../features/wallets/movements.repository.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { readCurrency } from '../shared/read-money.ts';
import { consoleAudience as audience } from './audience.ts';

const Query = Type.Object({
  account: Type.Optional(
    Type.String({
      maxLength: 40,
      default: 'clearing',
      description: 'clearing, commission, payouts:pending or earnings:<link id>',
    }),
  ),
  currency: Type.String({ maxLength: 3, description: 'Uppercase ISO 4217 code', examples: ['EUR'] }),
  ...pageQuery(),
});

const Movement = Type.Object(
  {
    transfer_id: NumericId,
    code: TransferCodeName('Type of the movement'),
    amount: amountThatIs('Negative if it left the account'),
    currency: Currency,
    counterparty: AccountAnswer,
    partner_order_ref: NullableText,
    settlement_id: nullable(NumericId),
    created_at: Instant,
  },
  { title: 'Movement', description: 'A transfer from the side of one account' },
);

export function movementsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/wallets/movements',
    schema: {
      ...audience.operation('listMovements', 'wallets', 'What moved on an account, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(Movement) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'wallets.read');
      const { account: name = 'clearing' } = request.query;
      const currency = readCurrency(request.query.currency).code;
      const ref = accountIn({ ...book, currency }, accountOf(name));
      const { rows: shown, next } = await readPage(request.query, byId('id'), (page) => listMovements(db, ref, page));
      const others = shown.map(({ from, to, cameIn }) => (cameIn ? from : to));
      const ids = [...new Set(others.flatMap(({ linkId }) => linkId ?? []))];
      const links = new Map((await findLinks(db, book.holderId, ids)).map((link) => [link.id, link]));
      const page = shown.map(
        (movement, place): Static<typeof Movement> => ({
          transfer_id: Number(movement.id),
          code: movement.code as Static<typeof Movement>['code'],
          amount: jsonDecimal(movement.cameIn ? movement.amount : -movement.amount, exponentOf(currency)),
          currency,
          counterparty: presentAccount(others[place] as Account, links),
          partner_order_ref: movement.partnerOrderRef,
          settlement_id: movement.settlementId === null ? null : Number(movement.settlementId),
          created_at: movement.createdAt.toISOString(),
        }),
      );
      return reply.send(partnerPage(page, next));
    },
  });
}

/** The accounts that hold money of the company or of its links. */
const shownKinds: readonly AccountKind[] = ['clearing', 'commission', 'earnings', 'payouts_pending'];

function accountOf(name: string): Account {
  const account = parseAccount(name);
  if (account !== undefined && shownKinds.includes(account.kind)) return account;
  throw invalidField('account', 'must be clearing, commission, payouts:pending or earnings:<link id>');
}
