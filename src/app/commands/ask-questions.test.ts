/** What a person types at a terminal, as answers to what a file leaves open. */
import { expect, it } from 'vitest';
import type { AskedQuestion } from '../../features/reconciliation/ask-about-csv.ts';
import { askQuestions } from './ask-questions.ts';

const question = (more: Partial<AskedQuestion>): AskedQuestion => ({
  ...{ kind: 'date_order', isRequired: true, text: 'Which day?', column: undefined, words: [], answers: [] },
  ...more,
});
const order = question({
  answers: [
    { text: '3 April', change: { date_order: 'DMY' } },
    { text: '4 March', change: { date_order: 'MDY' } },
  ],
});
const currency = question({ kind: 'currency', text: 'Which currency?' });
const words = question({ kind: 'sign_words', text: 'In or out?', words: ['Af', 'Bij'] });
const direction = question({
  ...{ kind: 'direction', isRequired: false, text: 'Did it come in?' },
  answers: [{ text: 'It came in', change: { amounts: 'signed' } }],
});

it('asks again until it has an answer, and leaves open what may be', async () => {
  const typed = ['3', '', '2', 'euro', 'eur', 'af', 'out', 'in', ''];
  const shown: string[] = [];
  const answers = await askQuestions([order, currency, words, direction], async (text) => {
    shown.push(text);
    return typed.shift() as string;
  });
  expect(answers).toEqual({
    ...{ date_order: 'MDY', currency: 'EUR' },
    sign_words: { incoming: ['Bij'], outgoing: ['Af'] },
  });
  expect(typed).toEqual([]);
  expect(shown[0]).toBe('Which day?\n  1  3 April\n  2  4 March\n> ');
});
