/** The rules of invitations as table tests. */
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../core/mail/words.ts';
import { chooseHolder, judge } from './answer-invitation.ts';
import {
  expiryOf,
  type InvitationStatus,
  invitationTransitions,
  maskedEmail,
  secondsUntilTomorrow,
  statusAt,
} from './invitation.ts';
import { acceptedMail, invitationMail } from './invitation-mails.ts';
import type { AskedInvitation } from './invitations.repository.ts';

const now = new Date('2031-03-01T12:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);

describe('the deadline', () => {
  it('is 14 days away', () => {
    expect(expiryOf(now).toISOString()).toBe('2031-03-15T12:00:00.000Z');
  });

  it.each([
    ['pending', 1, 'pending'],
    ['pending', 0, 'expired'],
    ['pending', -1, 'expired'],
    ['accepted', -1, 'accepted'],
    ['declined', -1, 'declined'],
    ['revoked', -1, 'revoked'],
  ] as const)('makes of a %s one that ends %d ms from now: %s', (status, ms, shown) => {
    expect(statusAt({ status, expiresAt: at(ms) }, now)).toBe(shown);
  });

  it('of a day’s bound is midnight in UTC', () => {
    expect(secondsUntilTomorrow(now)).toBe(43_200);
    expect(secondsUntilTomorrow(new Date('2031-03-01T23:59:59.500Z'))).toBe(1);
  });
});

it('every state is reached, and three are final', () => {
  const all = Object.keys(invitationTransitions) as InvitationStatus[];
  const reached = new Set<InvitationStatus>(['pending']);
  for (const from of reached) for (const to of invitationTransitions[from]) reached.add(to);
  expect([...reached].sort()).toEqual(all.sort());
  expect(all.filter((status) => invitationTransitions[status].length === 0).sort()).toEqual([
    'accepted',
    'declined',
    'revoked',
  ]);
});

const invitation: AskedInvitation = {
  companyId: 7n,
  id: 'inv_x',
  position: 1n,
  email: 'ada@example.com',
  type: 'merchant',
  name: 'Taverna',
  status: 'pending',
  servesLive: true,
  language: null,
  linkId: null,
  personId: null,
  createdAt: now,
  expiresAt: at(1),
  decidedAt: null,
  companyName: 'Bolt Bistro',
  companyStatus: 'active',
};
const ada = { personId: 'a', email: 'ada@example.com' };

describe('who may answer', () => {
  it.each([
    ['the invited person', {}, ada, undefined],
    ['nobody', {}, undefined, 'signed_out'],
    ['another person', {}, { personId: 'b', email: 'eve@example.com' }, 'wrong_account'],
    ['somebody whose address is not confirmed', {}, { personId: 'a', email: undefined }, 'unconfirmed'],
    ['a member of the company', {}, { personId: 'b', email: 'eve@example.com', isSender: true }, 'sender'],
    ['the invited person, who is a member too', {}, { ...ada, isSender: true }, undefined],
    ['anybody, late', { expiresAt: now }, ada, 'expired'],
    ['anybody, after it was revoked', { status: 'revoked' }, ada, 'revoked'],
    ['anybody, after it was declined', { status: 'declined' }, ada, 'declined'],
    ['who accepted', { status: 'accepted', linkId: 3n, personId: 'a' }, ada, 'own'],
    [
      'another, after it was accepted',
      { status: 'accepted', linkId: 3n, personId: 'a' },
      { ...ada, personId: 'b' },
      'accepted',
    ],
    ['a stranger, after it was accepted', { status: 'accepted', linkId: 3n, personId: null }, undefined, 'accepted'],
    ['the invited person of a suspended company', { companyStatus: 'suspended' }, ada, 'company_suspended'],
    [
      'another person, of a suspended company',
      { companyStatus: 'suspended' },
      { personId: 'b', email: 'b@x.io' },
      'wrong_account',
    ],
    ['the invited person of a company that waits', { companyStatus: 'pending' }, ada, undefined],
  ] as const)('%s', (_who, change, asks, reason) => {
    expect(judge({ ...invitation, ...change } as AskedInvitation, asks, now)?.reason).toBe(reason);
  });
});

describe('which holder is linked', () => {
  const one = { id: 1n, name: 'One', status: 'active' } as const;
  const two = { id: 2n, name: 'Two', status: 'active' } as const;
  const suspended = { id: 3n, name: 'Three', status: 'suspended' } as const;
  it.each([
    ['none: a new one', [], { holderId: undefined, name: ' Ada ' }, { ok: true, holderId: undefined }],
    ['none, and no name', [], { holderId: undefined, name: '  ' }, { ok: false, reason: 'name' }],
    ['none, and a long name', [], { holderId: undefined, name: 'x'.repeat(101) }, { ok: false, reason: 'name' }],
    ['the only one', [one], { holderId: undefined, name: '' }, { ok: true, holderId: 1n }],
    ['several, none chosen', [one, two], { holderId: undefined, name: '' }, { ok: false, reason: 'choose' }],
    ['several, one chosen', [one, two], { holderId: 2n, name: '' }, { ok: true, holderId: 2n }],
    ['somebody else’s', [one, two], { holderId: 9n, name: '' }, { ok: false, reason: 'choose' }],
    ['a suspended one of several', [one, two, suspended], { holderId: 3n, name: '' }, { ok: false, reason: 'choose' }],
    [
      'a suspended one alone: no other is made',
      [suspended],
      { holderId: undefined, name: 'New' },
      { ok: false, reason: 'holder_not_active' },
    ],
    [
      'a suspended one alone, asked for another: no other is made',
      [suspended],
      { holderId: undefined, name: 'New', another: true },
      { ok: false, reason: 'holder_not_active' },
    ],
    [
      'a pending one alone, not asked for another',
      [{ ...one, status: 'pending' }],
      { holderId: undefined, name: 'New' },
      { ok: true, holderId: 1n },
    ],
    [
      'a pending one alone, asked for another',
      [{ ...one, status: 'pending' }],
      { holderId: undefined, name: 'New', another: true },
      { ok: true, holderId: undefined },
    ],
    ['one, and another', [one], { holderId: undefined, name: 'New', another: true }, { ok: true, holderId: undefined }],
    ['another without a name', [one], { holderId: undefined, name: ' ', another: true }, { ok: false, reason: 'name' }],
  ] as const)('%s', (_case, owned, choice, chosen) => {
    expect(chooseHolder(owned, choice)).toEqual(chosen);
  });
});

describe('what is written', () => {
  it.each([
    ['ada@example.com', 'a…@example.com'],
    ['"odd@one"@example.com', '"…@example.com'],
  ])('an address is shown in part: %s', (email, shown) => {
    expect(maskedEmail(email)).toBe(shown);
  });

  it('a name is escaped, and never in a subject', () => {
    const nasty = '<img src=x>\r\nBcc: a@b.c';
    const mail = invitationMail(wordsIn('en'), {
      publicUrl: 'https://pay.example',
      company: { name: nasty, status: 'active' },
      type: 'courier',
      servesLive: true,
      token: 'abc',
    });
    expect(mail.subject).toBe('You are invited to get paid through Sluice');
    expect(mail.html).toContain('&lt;img src=x&gt; Bcc: a@b.c');
    expect(mail.html).not.toContain('<img');
    expect(mail.text).toContain('https://pay.example/invitations/abc');
    const pending = invitationMail(wordsIn('en'), {
      publicUrl: 'https://pay.example',
      company: { name: 'Visit evil.example', status: 'pending' },
      type: 'courier',
      servesLive: false,
      token: 'abc',
    });
    for (const text of [pending.text, pending.html]) {
      expect(text).toContain('A platform that calls itself “Visit evil example” wants to pay you');
      expect(text).toContain('The operator of this service has not approved this platform yet.');
      expect(text).not.toContain('evil.example');
    }
    const told = acceptedMail(wordsIn('en'), { name: nasty, type: 'courier', linkId: 4n });
    expect([told.subject, told.html.includes('<img')]).toEqual(['An invitation was accepted', false]);
  });
});
