/** The provider package of Mollie. Must never load what calls Mollie before it is opened. */
import type { ProviderPackage } from '../provider.ts';

export const mollie: ProviderPackage = {
  name: 'mollie',
  title: 'Mollie',
  settings: [
    {
      name: 'MOLLIE_API_KEY',
      // Mollie's test money must never count as live money.
      pattern: /^live_\w+(,live_\w+)*$/,
      mustBe: 'a live key: live_…, then any keys it replaced, separated by commas. Test payments need no key',
    },
  ],
  async open({ MOLLIE_API_KEY: keys = '' }, { noticeAddress }) {
    const { openMollie } = await import('./open-mollie.ts');
    const [apiKey = '', ...formerKeys] = keys.split(',');
    return openMollie({ apiKey, formerKeys, noticeAddress });
  },
};
