import { describe, expect, it } from 'vitest';
import { type CardInput, type CardProblems, readCardForm } from './card-form.ts';

const now = new Date('2031-05-15T12:00:00Z');
const good: CardInput = { number: '4242 4242 4242 4242', expiry: '08/33', cvc: '123', name: 'Ada', email: '' };
const fieldsRefused = (change: Partial<CardInput>): string[] => {
  const form = readCardForm({ ...good, ...change }, now);
  return form.ok ? [] : Object.keys(form.problems as CardProblems);
};

describe('readCardForm', () => {
  it('reads a card and leaves out what must not travel on', () => {
    expect(readCardForm(good, now)).toEqual({
      ok: true,
      number: '4242424242424242',
      lastFour: '4242',
      payerName: 'Ada',
      payerEmail: null,
    });
    expect(readCardForm({ ...good, name: '  ' }, now)).toMatchObject({ payerName: 'Card holder' });
  });

  it.each(['05/31', '5/31', '0531', '05 / 2031', '05-31', '12/99', '1/2099'])('takes the expiry %s', (expiry) => {
    expect(fieldsRefused({ expiry })).toEqual([]);
  });

  it.each(['04/31', '12/30', '13/33', '00/33', '0/33', '08/1933', '', '2033-08', '08/333', 'x', '٠٨/٣٣'])(
    'refuses the expiry %o',
    (expiry) => {
      expect(fieldsRefused({ expiry })).toEqual(['expiry']);
    },
  );

  it('takes a card to the end of its month', () => {
    expect(readCardForm({ ...good, expiry: '05/31' }, new Date('2031-06-01T11:59:59Z')).ok).toBe(true);
    expect(readCardForm({ ...good, expiry: '05/31' }, new Date('2031-06-01T12:00:00Z')).ok).toBe(false);
  });

  it.each(['12', '12345', 'abc', '', '１２３'])('refuses the security code %o', (cvc) => {
    expect(fieldsRefused({ cvc })).toEqual(['cvc']);
  });

  it.each(['', '4242', '4242x4242x4242x4242', '4'.repeat(20), '４２４２４２４２４２４２４２４２'])(
    'refuses the number %o',
    (number) => {
      expect(fieldsRefused({ number })).toEqual(['number']);
    },
  );

  it.each([
    ['4242 4242 4242 4243', '123', { number: 'number_wrong' }],
    ['4242 4242 4242', '123', { number: 'number_incomplete' }],
    ['4242 4242 4242 4242', '1234', { cvc: 'code_not_three' }],
    ['3782 822463 10005', '123', { cvc: 'code_not_four' }],
    ['3782 822463 1000', '1234', { number: 'number_incomplete' }],
  ])('judges %s with %s by its brand', (number, cvc, problems) => {
    expect(readCardForm({ ...good, number, cvc }, now)).toEqual({ ok: false, problems });
  });

  it.each(['ada@example.com', ' ada@example.com '])('takes the address %o for a receipt', (email) => {
    expect(readCardForm({ ...good, email }, now)).toMatchObject({ payerEmail: 'ada@example.com' });
  });

  it('names every field at once, and never the number', () => {
    const form = readCardForm({ number: '4242', expiry: '', cvc: '', name: 'x'.repeat(101), email: 'x' }, now);
    expect(Object.keys(form.ok ? {} : form.problems)).toEqual(['number', 'expiry', 'cvc', 'name', 'email']);
    expect(JSON.stringify(form)).not.toContain('4242');
  });
});
