/** What a line says of the payout that it names, in the words of the report. Pure. */
import type { JudgedReturn } from './judge-return.ts';

const words = {
  proven: 'returns',
  other_amount: 'another amount than',
  returned_before: 'came back before:',
  not_sent: 'never sent:',
} as const;

export const sayReturn = ({ payout, finding }: JudgedReturn<{ id: string }>): string =>
  `${words[finding]} ${payout.id}`;
