/**
 * Mollie's notices have no signature: it posts the payment's id to the address that the payment was created with. That
 * address names our attempt and is signed by us, so that nobody else can make Sluice query Mollie. The id is not signed,
 * so whatever is found by it must name the attempt.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadNotice, ReceivedNotice } from '../provider.ts';

const queryNames = Object.freeze({ attempt: 'attempt', signature: 'signature' });

const paymentIdPattern = /^tr_\w{1,100}$/;

const signatureOf = (apiKey: string, attemptId: string): Buffer =>
  createHmac('sha256', apiKey).update(`notices of ${attemptId}`).digest();

/** Where Mollie sends its notices of the payment of an attempt. */
export function noticeAddressOf(noticeAddress: string, apiKey: string, attemptId: string): string {
  const address = new URL(noticeAddress);
  address.searchParams.set(queryNames.attempt, attemptId);
  address.searchParams.set(queryNames.signature, signatureOf(apiKey, attemptId).toString('base64url'));
  return address.href;
}

/**
 * Mollie does not say what changed: the payment, one of its refunds, or a chargeback.
 * @param apiKeys also those that were replaced, which signed the addresses of earlier payments.
 */
export function readMollieNotice({ body, query }: ReceivedNotice, apiKeys: readonly string[]): ReadNotice {
  const attemptId = query(queryNames.attempt) ?? '';
  const signature = Buffer.from(query(queryNames.signature) ?? '', 'base64url');
  const isGenuine = apiKeys.some((apiKey) => {
    const expected = signatureOf(apiKey, attemptId);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!isGenuine) return { ok: false };
  const providerRef = new URLSearchParams(body.toString('utf8')).get('id') ?? '';
  if (!paymentIdPattern.test(providerRef)) return { ok: true, notices: [] };
  return {
    ok: true,
    notices: [
      { kind: 'charge', attemptId, providerRef },
      { kind: 'refunds', attemptId },
      { kind: 'disputes', reference: providerRef },
    ],
  };
}
