/** The first steps of a company or a shop, from its sign-up to real money. Pure: what is done is a fact, never a click. */
import type { HolderStatus } from '../../../core/access/roles.ts';

/** What has happened in test mode, and how far the request to go live is. */
export type OnboardingFacts = {
  hasKey: boolean;
  hasOrder: boolean;
  hasInvited: boolean;
  hasToppedUp: boolean;
  hasSettled: boolean;
  hasPayment: boolean;
  hasPaid: boolean;
  hasWebhook: boolean;
  /** A person opened it for themselves; otherwise someone at the service set it up. */
  isSelfOpened: boolean;
  request: 'waiting' | 'approved' | 'refused' | null;
  status: HolderStatus;
};

export const stepNames = [
  'key',
  'order',
  'invite',
  'top_up',
  'settle',
  'payment',
  'paid',
  'webhook',
  'go_live',
] as const;
type StepName = (typeof stepNames)[number];

type Checklist = {
  steps: { step: StepName; done: boolean }[];
  goLive: 'not_requested' | 'waiting' | 'refused' | 'approved';
  /** Whether it is shown: to newcomers, and to whoever is not approved yet. */
  applies: boolean;
};

const ofKind: Record<'company' | 'merchant', readonly StepName[]> = {
  company: ['key', 'order', 'invite', 'top_up', 'settle', 'webhook', 'go_live'],
  merchant: ['key', 'payment', 'paid', 'webhook', 'go_live'],
};

export function checklistOf(kind: 'company' | 'merchant', facts: OnboardingFacts): Checklist {
  const isApproved = facts.status === 'active';
  const done: Record<StepName, boolean> = {
    key: facts.hasKey,
    order: facts.hasOrder,
    invite: facts.hasInvited,
    top_up: facts.hasToppedUp,
    settle: facts.hasSettled,
    payment: facts.hasPayment,
    paid: facts.hasPaid,
    webhook: facts.hasWebhook,
    // What is left is the operator's to do.
    go_live: isApproved || facts.request === 'waiting' || facts.request === 'approved',
  };
  return {
    steps: ofKind[kind].map((step) => ({ step, done: done[step] })),
    goLive: isApproved ? 'approved' : (facts.request ?? 'not_requested'),
    applies: facts.status === 'pending' || (facts.status === 'active' && facts.isSelfOpened),
  };
}
