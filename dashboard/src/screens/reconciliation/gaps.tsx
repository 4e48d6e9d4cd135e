/** Statements that are missing between two others, each with its days and what moved in them. */
import { Alert } from '@mantine/core';
import type { StatementImport } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { Money } from '../../ui/money.tsx';

export function Gaps({ gaps }: Pick<StatementImport, 'gaps'>) {
  const t = useStrings();
  return gaps.map(({ account, currency, after, before, amount }) => (
    <Alert
      key={`${account} ${currency} ${after}`}
      color="yellow"
      variant="light"
      mb="md"
      title={account === '' ? t('recon.gap.title') : t('recon.gap.ofAccount', { account })}
    >
      <CalendarDay of={after} /> – <CalendarDay of={before} />: <Money amount={amount} currency={currency} signed />.{' '}
      {t('recon.gap.text')}
    </Alert>
  ));
}
