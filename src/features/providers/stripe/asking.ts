/** How Stripe is called, and what its errors mean. */
import Stripe from 'stripe';
import { AppError } from '../../../base/errors/app-error.ts';

/**
 * Calls Stripe. A final refusal is passed to `refused` with its code. Errors that leave the outcome open are thrown,
 * and so is a missing object, because the API key may then belong to another account.
 * @throws AppError `unavailable`, whose cause names the kind of error and must not quote Stripe's message.
 */
export async function asking<T, R = never>(call: () => Promise<T>, refused?: (code: string) => R): Promise<T | R> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const final =
      error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
    if (final && error.code !== 'resource_missing' && refused !== undefined) return refused(error.code ?? 'refused');
    const facts = [error.type, error.code, error.statusCode, error.requestId].filter((fact) => fact !== undefined);
    throw new AppError('unavailable', { cause: new Error(`Stripe: ${facts.join(', ')}`) });
  }
}
