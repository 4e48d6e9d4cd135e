/**
 * The provider package of Example Pay. Every command of Sluice imports this file: what it needs to work is imported
 * when it is opened.
 *
 * @import { ProviderPackage } from 'sluice/provider'
 */

/** @type {ProviderPackage} */
export default {
  name: 'examplepay',
  title: 'Example Pay',
  settings: [
    {
      name: 'EXAMPLEPAY_URL',
      pattern: /^(https:\/\/[\w.-]+|http:\/\/127\.0\.0\.1)(:\d+)?$/,
      mustBe: 'the address of your region’s API, without a path: https://…',
    },
    { name: 'EXAMPLEPAY_KEY', pattern: /^live_\w{20,}$/, mustBe: 'a live key: live_…' },
    { name: 'EXAMPLEPAY_SIGNING_SECRET', pattern: /^sign_\w{20,}$/, mustBe: 'the secret that signs notices: sign_…' },
  ],
  statement: {
    date: 'day',
    amount: 'gross',
    currency: 'currency',
    reference: ['reference', 'type'],
    id: 'line',
    dateOrder: 'DMY',
    decimal: 'point',
  },
  async open({ EXAMPLEPAY_URL: url = '', EXAMPLEPAY_KEY: key = '', EXAMPLEPAY_SIGNING_SECRET: secret = '' }) {
    const { openExamplePay } = await import('./open.js');
    return openExamplePay({ url, key, secret });
  },
};
