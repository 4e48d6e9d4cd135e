/**
 * What to offer to whoever looks at a book, from their role and the account's status. The service decides again with
 * every request; this only keeps from people what it would refuse.
 */
import { useBook } from './book.ts';
import type { Holder } from './session.ts';

/** Suspended by the operator, or closed by its owner. */
export const mayOnlyRead = (status: Holder['status']): boolean => status === 'suspended' || status === 'closed';

type Rights = {
  /** Money: settle, hold, pay, schedule. */
  handles: boolean;
  /** Invitations and links. */
  invites: boolean;
  makesKeys: boolean;
  revokesKeys: boolean;
  managesWebhooks: boolean;
};

export function useRights(): Rights {
  const { holder, mode } = useBook();
  const { role, status } = holder;
  const isOpen = status === 'active' || (status === 'pending' && mode === 'test');
  const isOwner = isOpen && role === 'owner';
  const develops = isOpen && role === 'developer';
  const tests = develops && mode === 'test';
  return {
    handles: isOwner || tests || (isOpen && role === 'finance'),
    invites: isOwner || tests,
    makesKeys: isOwner || tests,
    revokesKeys: isOwner || develops,
    managesWebhooks: isOwner || develops,
  };
}
