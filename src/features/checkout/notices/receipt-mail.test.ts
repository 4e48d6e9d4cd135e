import { expect, it } from 'vitest';
import { wordsIn } from '../../../core/mail/words.ts';
import { noBranding } from '../../holders/branding/branding.ts';
import type { Payment } from '../../payments/payment.ts';
import { type ReceiptFacts, receiptMail, refundMail } from './receipt-mail.ts';

const words = wordsIn('en');
const payment = { amount: 2_000n, capturedAmount: null, currency: 'EUR', trxId: 'trx_1' } as Payment;
const facts = (changes: Partial<Payment> = {}): ReceiptFacts => ({
  payment: { ...payment, paidAt: new Date('2031-03-10T12:00:00Z'), description: null, ...changes },
  attempt: { method: 'card', cardLastFour: '4242', cardBrand: null },
  shop: { ...noBranding, name: 'Corner Shop', logoId: null },
});
const amountsIn = (text: string) => text.match(/EUR\s[\d.]+\d/g)?.map((found) => found.replace(/\s/, ' '));

it('a receipt is for what was paid: of a payment that was captured in part, that part', () => {
  expect(amountsIn(receiptMail(words, facts()).text)).toEqual(['EUR 20.00', 'EUR 20.00']);
  expect(amountsIn(receiptMail(words, facts({ capturedAmount: 1_250n })).text)).toEqual(['EUR 12.50', 'EUR 12.50']);
});

it('a refund is of that as well', () => {
  const refund = { amount: 250n, currency: 'EUR' };
  const { text } = refundMail(words, facts({ capturedAmount: 1_250n }), refund);
  expect(amountsIn(text)).toEqual(['EUR 2.50', 'EUR 2.50', 'EUR 12.50']);
});
