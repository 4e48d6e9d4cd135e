/** What several lists of the people's API may be narrowed by. */
import { Type } from 'typebox';

export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Uppercase ISO 4217 code',
  examples: ['EUR'],
});
