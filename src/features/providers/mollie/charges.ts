/** Charges as Mollie's payments (docs.mollie.com/reference/payments-api), completed on its own pages. */
import { Type } from 'typebox';
import { holderOfPublicId } from '../../../base/database/public-id.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import { metadataKeys } from '../metadata.ts';
import type {
  BeginResult,
  CaptureRequest,
  ChargeKey,
  ChargeRequest,
  ChargeState,
  DeclineReason,
  OpenedProvider,
  ProviderMethod,
} from '../provider.ts';
import { fromMollieAmount, type MollieAmount, toMollieAmount } from './amounts.ts';
import { type MollieClient, Refused } from './client.ts';
import { Capture, Payment } from './shapes.ts';

const methodNames: Readonly<Record<ProviderMethod, string>> = { card: 'creditcard', onlinewallet: 'paypal' };
const descriptionMax = 255;
const emailMax = 254;

const notPossible: BeginResult = { kind: 'declined', reason: 'processing_error', providerRef: null };

/** @param noticeAddressFor where notices of an attempt go. */
export function chargesOf(
  client: MollieClient,
  noticeAddressFor: (attemptId: string) => string,
): Pick<OpenedProvider, 'begin' | 'confirm' | 'close' | 'capture'> {
  async function begin(request: ChargeRequest): Promise<BeginResult> {
    const amount = toMollieAmount(request.amount, request.currency);
    if (amount === undefined) return notPossible;
    const params = paymentParams(request, amount, noticeAddressFor(request.attemptId));
    try {
      const payment = await client.post(Payment, 'payments', request.attemptId, params);
      const address = payment._links?.checkout?.href;
      if (address === undefined) throw new AppError('unavailable');
      return { kind: 'continue', address, providerRef: payment.id };
    } catch (error) {
      if (error instanceof Refused) return notPossible;
      throw error;
    }
  }

  return {
    begin,
    async confirm(charge) {
      // Without a stored payment the customer never got its address, so it cannot have been paid.
      if (charge.providerRef === null) return abandoned;
      return chargeOf(await findPayment(client, charge));
    },
    capture: (request) => capture(client, request),
    async close(charge) {
      if (charge.providerRef === null) return abandoned;
      const payment = await findPayment(client, charge);
      if (payment.status === 'authorized') return release(client, charge, payment);
      if (payment.isCancelable !== true) return chargeOf(payment);
      try {
        return chargeOf(await client.delete(Payment, pathOf(payment.id)));
      } catch (error) {
        // It ended at that moment.
        if (error instanceof Refused) return chargeOf(await findPayment(client, charge));
        throw error;
      }
    },
  };
}

/** Mollie releases it as far as the customer's bank does: until then it stays authorized. */
async function release(client: MollieClient, charge: ChargeKey, { id }: Payment): Promise<ChargeState> {
  try {
    await client.post(Type.Unknown(), `${pathOf(id)}/release-authorization`, `${charge.attemptId}.release`, {});
  } catch (error) {
    // It ended at that moment.
    if (!(error instanceof Refused)) throw error;
  }
  return chargeOf(await findPayment(client, charge));
}

/** docs.mollie.com/reference/captures-api. Mollie keeps idempotency keys for an hour only, so look for an existing one first. */
async function capture(client: MollieClient, request: CaptureRequest): Promise<ChargeState> {
  const { captureId, amount: minor, currency, ...charge } = request;
  const payment = await findPayment(client, charge);
  const amount = toMollieAmount(minor, currency);
  if (payment.status !== 'authorized' || amount === undefined) return chargeOf(payment);
  const path = `${pathOf(payment.id)}/captures`;
  const made = (await findCapture(client, path, captureId)) ?? (await createCapture(client, path, captureId, amount));
  const after = await findPayment(client, charge);
  // It is on its way, or was made at that moment; one that failed leaves the money held.
  return after.status === 'authorized' && made === 'pending' ? { kind: 'pending' } : chargeOf(after);
}

type CaptureResult = 'pending' | 'failed';

const resultOf = ({ status }: Capture): CaptureResult => (status === 'failed' ? 'failed' : 'pending');

async function findCapture(client: MollieClient, path: string, captureId: string): Promise<CaptureResult | undefined> {
  for await (const one of client.list(Capture, path, 'captures')) {
    const named = ((one.metadata ?? {}) as Record<string, unknown>)[metadataKeys.capture];
    if (named === captureId && resultOf(one) === 'pending') return 'pending';
  }
  return undefined;
}

async function createCapture(
  client: MollieClient,
  path: string,
  captureId: string,
  amount: MollieAmount,
): Promise<CaptureResult> {
  const body = { amount, metadata: { [metadataKeys.capture]: captureId } };
  try {
    return resultOf(await client.post(Capture, path, captureId, body));
  } catch (error) {
    if (error instanceof Refused) return 'failed';
    throw error;
  }
}

export const pathOf = (paymentId: string): string => `payments/${encodeURIComponent(paymentId)}`;

/** The attempt that a payment is of; undefined when it is none of ours, or no live one. */
export function attemptOf({ mode, metadata }: Payment): string | undefined {
  const attemptId = ((metadata ?? {}) as Record<string, unknown>)[metadataKeys.attempt];
  return mode === 'live' && typeof attemptId === 'string' ? attemptId : undefined;
}

/** @throws AppError `unavailable` when the payment belongs to another attempt: its state must not be used. */
export async function findPayment(client: MollieClient, { attemptId, providerRef }: ChargeKey): Promise<Payment> {
  if (providerRef === null) throw new AppError('unavailable');
  const payment = await client.get(Payment, pathOf(providerRef));
  if (attemptOf(payment) !== attemptId) throw new AppError('unavailable');
  return payment;
}

function paymentParams(request: ChargeRequest, amount: MollieAmount, webhookUrl: string): object {
  const { attemptId, description, method, returnAddress, capture } = request;
  return {
    method: methodNames[method],
    amount,
    description: description.slice(0, descriptionMax) || 'Payment',
    ...(capture === 'manual' ? { captureMode: 'manual' } : {}),
    redirectUrl: returnAddress,
    webhookUrl,
    metadata: {
      [metadataKeys.attempt]: attemptId,
      [metadataKeys.holder]: String(holderOfPublicId('att', attemptId) ?? ''),
    },
  };
}

const abandoned: ChargeState = { kind: 'declined', reason: 'abandoned' };

function chargeOf(payment: Payment): ChargeState {
  switch (payment.status) {
    case 'authorized': {
      const capturableUntil = timeOf(payment.captureBefore);
      return { kind: 'authorized', ...fromMollieAmount(payment.amount), ...payerOf(payment), capturableUntil };
    }
    case 'paid': {
      const captured = payment.captureMode === 'manual' ? payment.amountCaptured : undefined;
      return { kind: 'succeeded', ...fromMollieAmount(captured ?? payment.amount), ...payerOf(payment) };
    }
    case 'failed':
      return { kind: 'declined', reason: reasonOf(payment.details?.failureReason ?? '') };
    case 'canceled':
    case 'expired':
      return abandoned;
    default:
      return { kind: 'pending' };
  }
}

function timeOf(text: string | null | undefined): Date | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
}

function payerOf({ method, details }: Payment): { cardLastFour: string | null; payerEmail: string | null } {
  const account = details?.consumerAccount ?? '';
  const isEmail = method === methodNames.onlinewallet && account.includes('@') && account.length <= emailMax;
  return {
    cardLastFour: /[0-9]{4}$/.exec(details?.cardNumber ?? '')?.[0] ?? null,
    payerEmail: isEmail ? account : null,
  };
}

/** docs.mollie.com/reference/extra-payment-parameters, the failure reasons of cards. */
function reasonOf(failure: string): DeclineReason {
  if (failure === 'insufficient_funds') return failure;
  return failure.startsWith('authentication_') ? 'not_confirmed' : 'declined';
}
