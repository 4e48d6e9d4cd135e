/**
 * Mollie, a live-mode provider, through payments on its own pages: no card data reaches this service. Amounts and states
 * must come from the API, never from a notice, and requests and answers must never be logged.
 */
import type { OpenedProvider } from '../provider.ts';
import { mollieLimits } from './amounts.ts';
import { disputesOf } from './chargebacks.ts';
import { chargesOf } from './charges.ts';
import { type ClientOptions, createMollieClient } from './client.ts';
import { noticeAddressOf, readMollieNotice } from './notices.ts';
import { refundsOf } from './refunds.ts';

type MollieOptions = ClientOptions & {
  /** Those that `apiKey` has replaced: they signed the addresses for notices of earlier payments. */
  formerKeys: readonly string[];
  noticeAddress: string;
};

export function openMollie({ formerKeys, noticeAddress, ...options }: MollieOptions): OpenedProvider {
  const client = createMollieClient(options);
  const keys = [options.apiKey, ...formerKeys];
  return {
    methods: ['card', 'onlinewallet'],
    limits: mollieLimits,
    // PayPal is captured as it is paid (docs.mollie.com/docs/place-a-hold-for-a-payment).
    captureMethods: ['card'],
    ...chargesOf(client, (attemptId) => noticeAddressOf(noticeAddress, options.apiKey, attemptId)),
    ...refundsOf(client),
    ...disputesOf(client),
    readNotice: async (received) => readMollieNotice(received, keys),
  };
}
