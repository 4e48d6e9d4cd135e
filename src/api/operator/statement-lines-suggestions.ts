/** GET /operator/statement-lines/{id}/suggestions: what an open line could be, each with its reason in words. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { amountThatIs, nullable, Text } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findListedLine, type ListedLine } from '../../features/reconciliation/imports.repository.ts';
import { nameOfKey } from '../../features/reconciliation/named-transfers.repository.ts';
import { presentOpenTransfers } from '../../features/reconciliation/present-open-transfers.ts';
import { OpenTransferAnswer } from '../../features/reconciliation/statement-schemas.ts';
import { type Suggestion, suggest, suggestionKinds } from '../../features/reconciliation/suggestions.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const SuggestionAnswer = Type.Object(
  {
    kind: Type.Enum([...suggestionKinds], {
      description:
        'What the line and the transfers have in common. `reference`: its text names them. `payments`: the payments in it do. `payout_file`: it names the file that they are in. `amount`: they have its amount. `account`: the money came from an account that is known; `holder` says whose. `rule`: booking rules fit it, and `reason` names them',
    }),
    reason: Text('Same amount, no reference', 'In words'),
    transfers: Type.Array(OpenTransferAnswer, { description: 'All of them together' }),
    difference: amountThatIs('What is left of the line if it is all of the transfers'),
    difference_as: nullable(
      Type.Enum(['bank_charge'], { description: "The bank's file states that it kept the difference" }),
    ),
    holder: nullable(NamedHolder),
  },
  { title: 'LineSuggestion' },
);

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function statementLineSuggestionRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/statement-lines/:id/suggestions',
    schema: {
      ...audience.operation('listLineSuggestions', 'What an open line could be, the likeliest first'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(Type.Array(SuggestionAnswer)) }, ['not_found']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const line = await findListedLine(db, BigInt(request.params.id));
      if (line === undefined || line.mode !== mode) {
        throw new AppError('not_found', { message: `No statement has the line ${request.params.id}.` });
      }
      const suggestions = await suggest(db, line);
      const transfers = suggestions.flatMap((one) => one.transfers);
      const presented = await presentOpenTransfers(db, line, transfers);
      const byKey = new Map(presented.map((one) => [`${one.holder.holder_id}/${one.transfer_id}`, one]));
      return partnerSuccess(suggestions.map((one) => present(line, one, byKey)));
    },
  });
}

const present = (
  { currency }: ListedLine,
  { kind, reason, transfers, difference, isCharge, holder }: Suggestion,
  byKey: ReadonlyMap<string, Static<typeof OpenTransferAnswer>>,
): Static<typeof SuggestionAnswer> => ({
  kind,
  reason,
  transfers: transfers.flatMap((transfer) => byKey.get(nameOfKey(transfer)) ?? []),
  difference: jsonDecimal(difference, exponentOf(currency)),
  difference_as: isCharge ? 'bank_charge' : null,
  holder: holder === null ? null : { holder_id: Number(holder.holderId), name: holder.name, kind: holder.kind },
});
