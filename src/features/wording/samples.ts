/** What a text is shown with before it is kept: a value for each name, and the first choice of the original. Pure. */
import type { Language } from '../../base/languages/languages.ts';
import { formatIn } from '../../base/languages/messages.ts';
import { readText, type TextValue, valuesOf } from '../../base/languages/text-rules.ts';

const values: Readonly<Record<string, string>> = {
  amount: 'EUR 20.00',
  shop: 'Corner Shop',
  name: 'Corner Shop',
  company: 'Bolt Eats',
  party: 'Taverna',
  team: 'Taverna',
  host: 'shop.example',
  email: 'ada@example.com',
  contact: 'help@shop.example',
  brand: 'Visa',
  digits: '4242',
  currency: 'EUR',
  day: '2031-03-01',
  month: 'March 2031',
  time: '09:05',
  clock: '09:05',
  wait: '5 minutes',
  days: '7 days',
  ref: '1042',
  order: '1042',
  id: '12',
  title: 'Enter the card number.',
  subject: 'Your receipt from Corner Shop',
  text: 'EUR 20.00 was paid to your bank account.',
  reason: 'Agreed with the bank',
  payment: 'pay_7mQ2x',
  member: 'Ada',
  account: '… 3000',
  interval: 'Daily',
  timeZone: 'Europe/Berlin',
  creditor: 'Bolt Eats',
  all: '1,204',
  shown: '1,000',
};
/** Of every other name: they are all amounts. */
const anyAmount = 'EUR 12.50';
const count = 3;

const sampleOf = ({ name, use, choices }: TextValue): string | number => {
  if (use === 'counted') return count;
  return use === 'choice' ? (choices[0] ?? 'other') : (values[name] ?? anyAmount);
};

/** @param english whose values it gets. @param text fits it. */
export function previewOf(english: string, text: string, language: Language): string {
  const used = valuesOf(readText(english) ?? []);
  // A value that is also shown is what the choice or the plural is made by.
  const sorted = used.toSorted((a, b) => Number(a.use !== 'shown') - Number(b.use !== 'shown'));
  const samples = Object.fromEntries(sorted.map((one) => [one.name, sampleOf(one)]));
  return String(formatIn(language, text).format(samples));
}
