/** Objects of another holder or mode are not found; own objects without the permission are forbidden. */
import { describe, expect, it } from 'vitest';
import { keyOf, memberOf, operator, shell, signedIn } from '../../../tests/support/actors.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from './actor.ts';
import { type AccessObject, authorize, freshMaxMs, isAllowed, rolesThatMay } from './authorize.ts';
import type { Action } from './permissions.ts';

const book = { holderId: 7n, mode: 'test' as Mode };
const live = { holderId: 7n, mode: 'live' as Mode };
const shared = { holderId: 7n, mode: null };

const codeOf = (actor: Actor, action: Action, object: AccessObject): string => {
  try {
    authorize(actor, action, object);
    expect(isAllowed(actor, action, object)).toBe(true);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const cases: [why: string, actor: Actor, action: Action, object: AccessObject, expected: string][] = [
  ['one’s own', keyOf(book), 'orders.read', book, 'allowed'],
  ['nothing at all', keyOf(book), 'orders.read', undefined, 'not_found'],
  ['another’s', keyOf(book), 'orders.read', { ...book, holderId: 8n }, 'not_found'],
  ['the other mode’s, by key', keyOf(book), 'orders.read', live, 'not_found'],
  ['the other mode’s, by person', memberOf(live), 'orders.read', book, 'not_found'],
  ['another’s, by person', memberOf(book), 'orders.read', { ...book, holderId: 8n }, 'not_found'],
  [
    'another’s, without the right either',
    memberOf(book, { role: 'viewer' }),
    'orders.hold',
    { ...book, holderId: 8n },
    'not_found',
  ],
  ['one’s own, without the right', memberOf(book, { role: 'viewer' }), 'orders.hold', book, 'forbidden'],
  [
    'a company’s act, by a merchant’s owner',
    memberOf(book, { holderKind: 'merchant' }),
    'orders.record',
    book,
    'forbidden',
  ],
  ['a holder’s, by a person for themselves', signedIn('ada'), 'orders.read', book, 'not_found'],
  ['one’s own account', signedIn('ada'), 'account.read', { personId: 'ada' }, 'allowed'],
  ['another’s account', signedIn('eve'), 'account.read', { personId: 'ada' }, 'not_found'],
  ['a person’s account, by key', keyOf(book), 'account.read', { personId: 'ada' }, 'not_found'],
  ['anyone’s, by an operator', operator('support', 'test'), 'orders.read', book, 'allowed'],
  ['anyone’s in the other mode, by an operator', operator('support', 'live'), 'orders.read', book, 'not_found'],
  ['nothing, by the shell', shell, 'top_ups.confirm', undefined, 'not_found'],
  [
    'what both modes share takes the live right',
    memberOf(book, { role: 'developer' }),
    'schedule.change',
    shared,
    'forbidden',
  ],
  ['a pending holder’s test mode', memberOf(book, { holderStatus: 'pending' }), 'orders.record', book, 'allowed'],
  [
    'a pending holder’s live mode',
    memberOf(live, { holderStatus: 'pending' }),
    'orders.record',
    live,
    'company_not_active',
  ],
  [
    'a pending holder’s live mode, to read',
    memberOf(live, { holderStatus: 'pending' }),
    'orders.read',
    live,
    'company_not_active',
  ],
  ['what test mode uses alone, by a test key', keyOf(book), 'links.end', book, 'allowed'],
  ['what live money uses too, by a test key', keyOf(book), 'links.end', shared, 'not_permitted'],
  ['what live money uses too, by a live key', keyOf(live), 'links.end', shared, 'allowed'],
  ['what live money uses too, by an owner in test mode', memberOf(book), 'links.end', shared, 'allowed'],
  ['letting live money use it, by an owner in live mode', memberOf(live), 'links.widen', shared, 'allowed'],
  ['letting live money use it, by an owner in test mode', memberOf(book), 'links.widen', shared, 'forbidden'],
  ['letting live money use it, by a test key', keyOf(book), 'links.widen', shared, 'not_permitted'],
  [
    'what test mode uses alone, by a pending test key',
    keyOf(book, { holderStatus: 'pending' }),
    'invitations.send',
    book,
    'allowed',
  ],
  [
    'what both modes share, by a pending owner in live mode',
    memberOf(live, { holderStatus: 'pending' }),
    'invitations.send',
    shared,
    'company_not_active',
  ],
  ['a suspended holder’s reading', keyOf(book, { holderStatus: 'suspended' }), 'orders.read', book, 'allowed'],
  [
    'a suspended holder’s writing',
    keyOf(book, { holderStatus: 'suspended' }),
    'orders.record',
    book,
    'company_not_active',
  ],
  [
    'a suspended merchant’s',
    keyOf(book, { holderKind: 'merchant', holderStatus: 'suspended' }),
    'payments.create',
    book,
    'merchant_not_active',
  ],
  [
    'a suspended customer’s',
    memberOf(book, { holderKind: 'customer', holderStatus: 'suspended' }),
    'wallets.top_up',
    book,
    'forbidden',
  ],
  [
    'a suspended holder’s, without the right either',
    memberOf(book, { role: 'viewer', holderStatus: 'suspended' }),
    'orders.hold',
    book,
    'forbidden',
  ],
  [
    'a suspended holder’s member’s own account',
    memberOf(book, { holderStatus: 'suspended' }),
    'account.end_session',
    { personId: 'someone' },
    'allowed',
  ],
  [
    'a customer’s finance member',
    memberOf(book, { holderKind: 'customer', role: 'finance' }),
    'wallets.top_up',
    book,
    'allowed',
  ],
  [
    'a customer’s developer, who only looks',
    memberOf(book, { holderKind: 'customer', role: 'developer' }),
    'wallets.top_up',
    book,
    'forbidden',
  ],
];

describe('authorize', () => {
  it.each(cases)('%s', (_, actor, action, object, expected) => {
    expect(codeOf(actor, action, object)).toBe(expected);
  });

  it('answers a foreign object in the words of an unknown one', () => {
    for (const object of [undefined, { ...book, holderId: 8n }]) {
      expect(() => authorize(keyOf(book), 'orders.read', object, 'No order has this id.')).toThrow(
        'No order has this id.',
      );
    }
  });

  it('asks for a second factor that was passed within ten minutes, in this session', () => {
    const passed = (ago: number | null) =>
      memberOf(live, { freshAt: ago === null ? null : new Date(Date.now() - ago) });
    expect(codeOf(passed(freshMaxMs - 5_000), 'keys.make', live)).toBe('allowed');
    expect(codeOf(passed(freshMaxMs + 1), 'keys.make', live)).toBe('second_factor_required');
    expect(codeOf(passed(null), 'keys.make', live)).toBe('second_factor_required');
    expect(isAllowed(passed(null), 'keys.make', live)).toBe(true);
  });

  it('is not passed by a holder whose state bars it, however fresh', () => {
    expect(codeOf(memberOf(live, { holderStatus: 'suspended' }), 'keys.make', live)).toBe('company_not_active');
    expect(isAllowed(memberOf(live, { holderStatus: 'suspended' }), 'keys.make', live)).toBe(false);
  });
});

it('the roles that may do something with live money', () => {
  expect(rolesThatMay('wallets.top_up')).toEqual(['owner', 'finance']);
  expect(rolesThatMay('links.make')).toEqual(['owner']);
  expect(rolesThatMay('keys.revoke')).toEqual(['owner', 'developer']);
});
