/** Every privileged act reads as a sentence, whatever is known of its object: no id, no field and no brace is left. */
import { createIntl, createIntlCache } from 'react-intl';
import { expect, it } from 'vitest';
import { auditSentences } from '../../dashboard/src/strings/en/audit-sentences.ts';
import { actions, rowOf } from '../../src/core/access/permissions.ts';

const intl = createIntl({ locale: 'en', messages: auditSentences }, createIntlCache());
const sentences: Readonly<Record<string, string>> = auditSentences;
const audited = actions.filter((action) => rowOf(action).audit !== undefined);
const objects = Object.keys(sentences).filter((id) => id.startsWith('did.what.'));
const said = (id: string, values: Record<string, string>): string => String(intl.formatMessage({ id }, values));

it.each(audited)('%s is a sentence about who did what', (action) => {
  const text = sentences[`did.${action}`] ?? '';
  expect(text.startsWith('{who} ')).toBe(true);
  const whole = said(`did.${action}`, { who: 'Dana Reyes', what: 'the USD 30.00 payout', id: 'EUR' });
  expect(whole).toMatch(/^Dana Reyes [a-z][^{}_]+[^.]$/);
});

it('has no sentence of an act that is not audited', () => {
  const acts = Object.keys(sentences).flatMap((id) => /^did\.((?!who\.|what\.)[a-z_]+\.[a-z_]+)/.exec(id)?.[1] ?? []);
  expect(acts.filter((act) => !audited.some((one) => one === act))).toEqual([]);
});

it.each(objects)('%s is called something, named or not', (id) => {
  expect(said(id, { name: 'none', amount: 'none', mode: 'none' })).toMatch(/^(an?|some)[a-z -]*/);
  if (id === 'did.what.thing') return;
  const named = said(id, { name: 'Nina Noodles', amount: 'USD 30.00', mode: 'test' });
  expect(named).toMatch(/Nina Noodles|USD 30.00/);
  expect(named).not.toMatch(/[{}_]/);
});

it.each([
  ['none', 'test', 'a test API key'],
  ['none', 'none', 'an API key'],
  ['Demo', 'live', 'the live API key “Demo”'],
  ['Demo', 'none', 'the API key “Demo”'],
])('the API key %s of mode %s is %s', (name, mode, words) => {
  expect(said('did.what.key', { name, mode, amount: 'none' })).toBe(words);
});
