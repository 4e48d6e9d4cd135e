/** The results of many orders in the answer of `POST /orders/bulk`. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { catalog } from '../../base/errors/catalog.ts';
import type { Actor } from '../../core/access/actor.ts';
import { logFailure } from '../../core/http/error-reply.ts';
import type { OutageLog } from '../../core/http/outage-log.ts';
import { toAppError } from '../../core/http/to-app-error.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { needsPaymentLink } from '../../features/orders/payment-link.ts';
import { type ManyOutcome, ordersPerTurn } from '../../features/orders/record-many-orders.ts';
import type { PaymentUrlsOf } from '../shared/payment-url-of.ts';
import { recordedText } from './recorded-text.ts';

type ResultDeps = { paymentUrlsOf: PaymentUrlsOf; outages: OutageLog; request: FastifyRequest };

/** Each as JSON, in the order of the outcomes. */
export async function resultTexts(
  actor: Actor,
  deps: ResultDeps,
  book: Book,
  outcomes: readonly ManyOutcome[],
): Promise<string[]> {
  const orders = outcomes.flatMap((one) => ('order' in one ? [one.order] : []));
  const urls = await deps.paymentUrlsOf(actor, book, orders).catch((error: unknown) => ({ error }));
  const present = (outcome: ManyOutcome): string => {
    if ('error' in outcome) return errorText(deps, outcome.error);
    if (!('error' in urls)) return resultText(outcome, urls.get(outcome.order.id));
    // As for a single order: it is recorded, and sending it again answers with its URL.
    return needsPaymentLink(outcome.order) ? errorText(deps, urls.error) : resultText(outcome, undefined);
  };
  const texts: string[] = [];
  for (const outcome of outcomes) {
    texts.push(present(outcome));
    if (texts.length % ordersPerTurn === 0) await turnOfOthers();
  }
  return texts;
}

const resultText = (outcome: Exclude<ManyOutcome, { error: unknown }>, paymentUrl: string | undefined): string =>
  `{"status":${outcome.created ? 201 : 200},"data":${recordedText(outcome, outcome.plan.draft, paymentUrl)}}`;

function errorText({ request, outages }: ResultDeps, thrown: unknown): string {
  const error = toAppError(thrown);
  const status = catalog[error.code].http;
  if (status >= 500) logFailure(request, error, outages);
  return JSON.stringify({ status, error: { code: error.code, message: error.message, details: error.details } });
}
