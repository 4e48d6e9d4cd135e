import { expect, it } from 'vitest';
import { checklistOf, type OnboardingFacts } from './checklist.ts';

const nothing: OnboardingFacts = {
  hasKey: false,
  hasOrder: false,
  hasInvited: false,
  hasToppedUp: false,
  hasSettled: false,
  hasPayment: false,
  hasPaid: false,
  hasWebhook: false,
  isSelfOpened: true,
  request: null,
  status: 'pending',
};
const doneOf = (kind: 'company' | 'merchant', facts: Partial<OnboardingFacts>) =>
  checklistOf(kind, { ...nothing, ...facts })
    .steps.filter(({ done }) => done)
    .map(({ step }) => step);

it.each<['company' | 'merchant', Partial<OnboardingFacts>, string[]]>([
  ['company', {}, []],
  ['company', { hasKey: true, hasOrder: true }, ['key', 'order']],
  ['company', { hasInvited: true, hasToppedUp: true, hasSettled: true }, ['invite', 'top_up', 'settle']],
  ['company', { hasPayment: true, hasPaid: true }, []],
  ['merchant', { hasPayment: true, hasPaid: true, hasOrder: true }, ['payment', 'paid']],
  ['merchant', { hasWebhook: true }, ['webhook']],
  ['company', { hasWebhook: true }, ['webhook']],
  ['merchant', { request: 'waiting' }, ['go_live']],
  ['merchant', { request: 'refused' }, []],
  ['merchant', { request: null, status: 'active' }, ['go_live']],
])('of a %s with %j, %j is done', (kind, facts, done) => {
  expect(doneOf(kind, facts)).toEqual(done);
});

it.each<[Partial<OnboardingFacts>, boolean, string]>([
  [{}, true, 'not_requested'],
  [{ isSelfOpened: false }, true, 'not_requested'],
  [{ request: 'refused' }, true, 'refused'],
  [{ request: 'waiting' }, true, 'waiting'],
  [{ status: 'active', request: 'approved' }, true, 'approved'],
  [{ status: 'active', isSelfOpened: false }, false, 'approved'],
  [{ status: 'suspended' }, false, 'not_requested'],
])('%j: shown is %s, going live is %s', (facts, applies, goLive) => {
  expect(checklistOf('company', { ...nothing, ...facts })).toMatchObject({ applies, goLive });
});
