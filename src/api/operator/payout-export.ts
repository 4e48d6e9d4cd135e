/** GET /operator/payout-export.csv: approved payouts for the bank, with full account numbers. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { BankAccount } from '../../features/payouts/bank-account.ts';
import { findBankAccount } from '../../features/payouts/bank-accounts.repository.ts';
import { exportColumns, exportCsv } from '../../features/payouts/export-payouts.ts';
import { type ListedPayout, listAllPayouts } from '../../features/payouts/operator-payouts.repository.ts';
import { operatorAudience as audience } from './audience.ts';
import { findPayoutOfAny } from './payouts.ts';

const pageSize = 100;

const ExportQuery = Type.Object({
  payout_ids: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 6_500,
      description: 'Separated by commas; default: all approved payouts',
    }),
  ),
});

export function payoutExportRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payout-export.csv',
    schema: {
      ...audience.operation('exportPayouts', 'Approved payouts for the bank, with full account numbers'),
      querystring: ExportQuery,
      response: audience.documentAnswers(csvAnswer(exportColumns, 'The payouts'), [
        'second_factor_required',
        'invalid_state',
        'not_found',
      ]),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'payouts.export');
      const ids = request.query.payout_ids?.split(',').filter((id) => id !== '');
      const csv = exportRows(db, caller, ids);
      return sendCsv(reply, `payouts${caller.mode === 'test' ? '-test' : ''}.csv`, csv);
    },
  });
}

/** Approved payouts, page by page; or those named, which may have been sent already. */
async function* exportRows(db: Database, caller: Book, ids: readonly string[] | undefined): AsyncGenerator<string> {
  let isFirst = true;
  for await (const payouts of ids === undefined ? approvedPayouts(db, caller) : namedPayouts(db, caller, ids)) {
    const rows = await Promise.all(
      payouts.map(async (payout) => ({
        payout,
        bankAccount: (await findBankAccount(db, payout.ownerHolderId, payout.bankAccountId)) as BankAccount,
      })),
    );
    yield exportCsv(rows, isFirst);
    isFirst = false;
  }
  if (isFirst) yield exportCsv([]);
}

async function* approvedPayouts(db: Database, { mode }: Book): AsyncGenerator<ListedPayout[]> {
  for (let after: bigint | undefined; ; ) {
    const page = { after, oldestFirst: true, limit: pageSize };
    const payouts = await listAllPayouts(db, { mode, status: 'approved' }, page);
    if (payouts.length > 0) yield payouts;
    if (payouts.length < pageSize) return;
    after = payouts.at(-1)?.position;
  }
}

async function* namedPayouts(db: Database, caller: Book, ids: readonly string[]): AsyncGenerator<ListedPayout[]> {
  const payouts = await Promise.all(ids.map((id) => findPayoutOfAny(db, caller, id)));
  const wrong = payouts.find(({ status }) => status !== 'approved' && status !== 'sent');
  if (wrong !== undefined) throw new AppError('invalid_state', { message: `${wrong.id} is ${wrong.status}.` });
  yield payouts;
}
