/** Pays, or fails to pay, a payment through the test mode's simulator, as the payment page does. */
import type { Clock } from '../../src/base/clock/clock.ts';
import type { Database } from '../../src/base/database/pool.ts';
import { AppError } from '../../src/base/errors/app-error.ts';
import { type PayDeps, payWithProvider } from '../../src/features/payments/pay-with-provider.ts';
import type { PaymentKey } from '../../src/features/payments/payment.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { createProviders } from '../../src/features/providers/providers.ts';
import { createSimulator } from '../../src/features/providers/simulator/simulator.ts';
import { followChargeback } from '../../src/features/refunds/follow-chargeback.ts';
import { payer } from './actors.ts';

export function simulatedPayDeps(db: Database, clock: Clock): PayDeps {
  const providers = createProviders({ test: createSimulator({ db, clock }), live: [] });
  return {
    db,
    clock,
    providers,
    onPaid: async () => {},
    onAuthorization: async () => {},
    onChargeback: followChargeback,
  };
}

/** @throws AppError as the use case does, and `not_found`. */
export async function payByCard(
  deps: PayDeps,
  key: PaymentKey,
  options: { number?: string; payerName?: string } = {},
): Promise<string> {
  const { number = '4242424242424242', payerName = 'Card holder' } = options;
  const payment = await findPayment(deps.db, key.holderId, key.id);
  if (payment === undefined) throw new AppError('not_found');
  const outcome = await payWithProvider(payer, deps, payment, {
    method: 'card',
    card: { number },
    payerName,
    browser: null,
    returnAddress: 'http://localhost',
    description: 'A shop',
  });
  return outcome.kind;
}
