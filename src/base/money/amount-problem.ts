/** What is wrong with an amount in a request, for the detail that names its field. Pure. */
import type { PartnerAmountProblem } from './amount.ts';
import type { Currency } from './currency.ts';

/** @returns the rest of a sentence whose subject is the field. */
export function amountProblem({ code }: Pick<Currency, 'code'>, reason: PartnerAmountProblem): string {
  switch (reason) {
    case 'type':
    case 'syntax':
      return 'must be a number';
    case 'precision':
      return 'has too many digits to be read exactly';
    case 'digits':
      return 'has more than 12 digits before the point';
    case 'decimals':
      return `has more decimals than ${code} allows`;
    case 'zero':
      return 'must be above 0';
    case 'negative':
      return 'must be 0 or more';
  }
}
