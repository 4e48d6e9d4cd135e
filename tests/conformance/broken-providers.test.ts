/** What proves that the conformance suite sees something: providers that break one rule each, and the cases that fail then. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Control, createAcmeHarness } from './acme/harness.ts';
import type { Case } from './case.ts';
import { captureFaults } from './faults/captures.ts';
import { chargeFaults } from './faults/charges.ts';
import { evidenceFaults } from './faults/evidence.ts';
import { type Fault, service } from './faults/fault.ts';
import { noticeFaults } from './faults/notices.ts';
import { outageFaults } from './faults/outages.ts';
import { returnFaults } from './faults/returns.ts';
import { cases, type Run, startRun } from './run-case.ts';

const control: Control = { plant: undefined };
let run: Run;

beforeAll(async () => {
  run = await startRun(createAcmeHarness(control));
});
afterEach(() => {
  control.plant = undefined;
});
afterAll(() => run.close());

const faults: readonly Fault[] = [
  ...chargeFaults,
  ...captureFaults,
  ...returnFaults,
  ...evidenceFaults,
  ...noticeFaults,
  ...outageFaults,
];

describe('a provider is seen that', () => {
  it.each(faults.map((fault) => [fault.does, fault] as const))('%s', async (_does, { plant, seenBy }) => {
    control.plant = plant;
    const blind: string[] = [];
    for (const name of seenBy) {
      const one = cases.find((each) => each.name === name);
      if (one === undefined || (await run.run(one)).state !== 'failed') blind.push(name);
    }
    expect(blind).toEqual([]);
  });
});

it('a notice need not know the reference of its charge', async () => {
  control.plant = (good) => ({
    async readNotice(received) {
      const read = await good.readNotice(received);
      if (!read.ok) return read;
      return {
        ok: true,
        notices: read.notices.map((one) => (one.kind === 'charge' ? { ...one, providerRef: null } : one)),
      };
    },
  });
  const names = [
    'a notice about a charge names it',
    ...service('a payment whose customer closed the browser is paid by its notice'),
  ];
  const found = cases.filter(({ name }) => names.includes(name));
  expect(found).toHaveLength(2);
  for (const one of found) expect(await run.run(one)).toEqual({ state: 'passed' });
});

it('a case in the service that fails tells which calls gave no answer', async () => {
  const one = cases.find(
    ({ name }) => name === 'in the service, a payment whose notice was lost is found by the sweep',
  );
  control.plant = () => ({
    confirm: () => Promise.reject(Object.assign(new Error('hush'), { name: 'ObjectMissing' })),
  });
  const { error } = (await run.run(one as Case)) as { error: Error };
  expect(error.message).toMatch(/\nconfirm threw ObjectMissing \((once|\d+ times)\)$/);
  control.plant = () => ({ confirm: async () => ({ kind: 'paid' }) as never });
  expect(await run.run(one as Case)).toMatchObject({
    error: { message: expect.stringContaining('\nconfirm gave what no provider may give') },
  });
});

// Last: no fault has left anything behind.
it.each(cases.map((one) => [one.name, one] as const))('without a fault, %s', async (_name, one) => {
  const outcome = await run.run(one);
  if (outcome.state === 'failed') throw outcome.error;
  expect(outcome).toEqual({ state: 'passed' });
});

it('each case sees a fault', () => {
  const seeing = new Set(faults.flatMap(({ seenBy }) => seenBy));
  expect(cases.map(({ name }) => name).filter((name) => !seeing.has(name))).toEqual([]);
});
