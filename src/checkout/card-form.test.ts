import { describe, expect, it } from 'vitest';
import { type CardErrors, type CardInput, readCardForm } from './card-form.ts';

const now = new Date('2031-05-15T12:00:00Z');
const good: CardInput = { number: '4242 4242 4242 4242', expiry: '08/33', cvc: '123', name: 'Ada' };
const fieldsRefused = (change: Partial<CardInput>): string[] => {
  const form = readCardForm({ ...good, ...change }, now);
  return form.ok ? [] : Object.keys(form.errors as CardErrors);
};

describe('readCardForm', () => {
  it('reads a card and leaves out what must not travel on', () => {
    expect(readCardForm(good, now)).toEqual({
      ok: true,
      number: '4242424242424242',
      lastFour: '4242',
      payerName: 'Ada',
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

  it('names every field at once, and never the number', () => {
    const form = readCardForm({ number: '4242', expiry: '', cvc: '', name: 'x'.repeat(101) }, now);
    expect(Object.keys(form.ok ? {} : form.errors)).toEqual(['number', 'expiry', 'cvc', 'name']);
    expect(JSON.stringify(form)).not.toContain('4242');
  });
});
