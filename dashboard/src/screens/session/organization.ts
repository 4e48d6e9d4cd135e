/** Signing in through the provider of an account: the browser goes there, and comes back to the service. */
import { useMutation } from '@tanstack/react-query';
import { apiOf, dataOf } from '../../api/client.ts';
import type { Failure } from '../../app/sign-in-failures.ts';
import type { StringId } from '../../strings/strings.tsx';

type Start = { email: string } | { provider: string };

export const useOrganization = (next: string | undefined) =>
  useMutation({
    mutationFn: async (start: Start) => {
      const body = { ...start, ...(next === undefined ? {} : { next }) };
      const { address } = await dataOf(apiOf().POST('/api/v1/session/provider', { body }));
      location.assign(address);
    },
  });

export const wordsOfFailure: Record<Failure, StringId> = {
  expired: 'signIn.failed.expired',
  denied: 'signIn.failed.denied',
  failed: 'signIn.failed.failed',
  unavailable: 'signIn.failed.unavailable',
  email: 'signIn.failed.email',
  no_member: 'signIn.failed.no_member',
  other_identity: 'signIn.failed.other_identity',
  not_confirmed: 'signIn.failed.not_confirmed',
  throttled: 'signIn.failed.throttled',
};
