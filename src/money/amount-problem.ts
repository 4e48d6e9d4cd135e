/** What is wrong with an amount in a request, for the detail that names its field. Pure. */
import type { PartnerAmountProblem } from './amount.ts';
import type { Currency } from './currency.ts';

export function amountProblem({ code, exponent }: Currency, reason: PartnerAmountProblem): string {
  if (reason === 'zero' || reason === 'negative') return 'must be above 0';
  if (reason !== 'decimals') return `is not an amount in ${code}`;
  return exponent === 0 ? `${code} amounts have no decimals.` : `${code} amounts have at most ${exponent} decimals.`;
}
