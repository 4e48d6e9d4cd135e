/** Which announced top-up is proposed for a transfer without a reference. */
import { describe, expect, it } from 'vitest';
import type { AwaitedTopUp } from '../wallets/top-ups.repository.ts';
import { type Finding, findings } from './judge-transfer.ts';
import { namesHolder, proposeTopUps } from './propose-top-ups.ts';

const line = (changes: Partial<Parameters<typeof proposeTopUps>[0]> = {}) => ({
  ...{ currency: 'USD', amount: 12_000n, reference: 'Thank you', counterpartyName: null as string | null },
  finding: 'unknown' as Finding,
  ...changes,
});

const awaited = (id: string, holderName: string, changes: Partial<AwaitedTopUp> = {}): AwaitedTopUp => ({
  ...{ id, holderName, holderId: 7n, holderKind: 'customer', currency: 'USD', amount: 12_000n, reference: null },
  createdAt: new Date('2031-03-01T00:00:00Z'),
  ...changes,
});

const nina = awaited('nina', 'Nina Noodles');
const ada = awaited('ada', 'Ada Lovelace');
const other = awaited('other', 'Ada Lovelace', { amount: 12_001n });
const foreign = awaited('foreign', 'Ada Lovelace', { currency: 'EUR' });

const cases: [what: string, ReturnType<typeof line>, AwaitedTopUp[], proposed: string[]][] = [
  ['the only one of its amount', line(), [nina, other, foreign], ['nina']],
  ['nothing of another amount or currency', line(), [other, foreign], []],
  ['nothing', line(), [], []],
  ['nothing between two that it does not name', line(), [nina, ada], []],
  ['the one that the text names', line({ reference: 'From ADA LOVELACE' }), [nina, ada], ['ada (named)']],
  ['the one whose name the sender has', line({ counterpartyName: 'Lovelace, Ada' }), [nina, ada], ['ada (named)']],
  ['the only one, with its name', line({ counterpartyName: 'Nina Noodles Ltd' }), [nina], ['nina (named)']],
  ['nothing between two of one name', line({ reference: 'Ada Lovelace' }), [ada, { ...ada, id: 'again' }, nina], []],
  ['nothing between two names', line({ reference: 'Ada Lovelace for Nina Noodles' }), [ada, nina], []],
  ['no name of another amount', line({ reference: 'Ada Lovelace' }), [nina, other], ['nina']],
];

describe('a transfer without a reference', () => {
  it.each(cases)('proposes %s', (_what, one, pending, proposed) => {
    const shown = proposeTopUps(one, pending).map(({ topUp, isNamed }) => `${topUp.id}${isNamed ? ' (named)' : ''}`);
    expect(shown).toEqual(proposed);
  });

  it.each(findings.filter((finding) => finding !== 'unknown'))(
    'proposes nothing where a reference says %s',
    (finding) => {
      expect(proposeTopUps(line({ finding }), [nina])).toEqual([]);
    },
  );
});

const names: [name: string, text: string, counterparty: string | null, isNamed: boolean][] = [
  ['Nina Noodles', 'nina  noodles, top-up', null, true],
  ['Nina Noodles', 'NOODLES/NINA', null, true],
  ['Nina Noodles', 'Nina', 'Noodles', false],
  ['Nina Noodles', 'Ninan Noodless', null, false],
  ['Jörg Müller', 'JOERG MUELLER', null, true],
  ['Jörg Müller', 'Jorg Muller', null, true],
  ['Joerg Mueller', 'x', 'Jörg Müller', true],
  ['José Núñez-Ibarra', 'JOSE NUNEZ IBARRA', null, true],
  ['Søren Ångström', 'SOEREN AANGSTROEM', null, true],
  ['Søren Ångström', 'Soren Angstrom', null, true],
  ['Zoë', 'ZOE', null, false],
  ['Straße 12 GmbH', 'STRASSE 12 GMBH', null, true],
  ['Patrick O’Brien', "OBRIEN PATRICK / O'Brien", null, true],
  ['Acme S.A.', 'ACME SA', null, true],
  ['McDonald', 'MCDONALD', null, true],
  ['Ελένη Παπά', 'ELENI PAPA', null, true],
  // Too short to be found within a text: the sender is called exactly that.
  ['Bo', 'Bo', null, false],
  ['Bo', 'x', 'BO', true],
  ['Bo', 'x', 'Bo Derek', false],
  ['Al B', 'Al B', 'Al B.', true],
  ['Anna', 'for Anna', null, true],
  // What a bank can't write names nobody.
  ['北京', '北京', '北京', false],
  ['', '', '', false],
];

it.each(names)('the name %j in %j from %j: %s', (name, reference, counterpartyName, isNamed) => {
  expect(namesHolder({ reference, counterpartyName }, name)).toBe(isNamed);
});
