/** The statement of one month at one company: as a CSV, or as a page to print. */
import { Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { bookTime } from '../../api/book-time.ts';
import { documentOf } from '../../api/client.ts';
import type { CompanyLink } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMonth } from '../../ui/calendar-month.tsx';
import { DocumentButton } from '../../ui/document-button.tsx';

const monthsShown = 12;

/** The last months as `2031-03`, this one first. */
function lastMonths(): string[] {
  const now = new Date(bookTime());
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

export function StatementForm({ link: { company, id } }: { link: CompanyLink }) {
  const t = useStrings();
  const monthOf = useMonth();
  const { holderId, mode } = useBook();
  const months = lastMonths();
  const [month, setMonth] = useState(months[0] as string);
  const addressOf = (type: string) =>
    documentOf({ holderId, mode }, `/earnings/statements/${month}.${type}`, { beneficiary_ref: String(id) });
  return (
    <Stack gap="xs">
      <Select
        label={t('earnings.statement')}
        value={month}
        allowDeselect={false}
        data={months.map((value) => ({
          value,
          label: monthOf(value),
        }))}
        onChange={(value) => value !== null && setMonth(value)}
      />
      <Group grow gap="xs" preventGrowOverflow={false}>
        <DocumentButton
          as="csv"
          address={addressOf('csv')}
          label={t('earnings.statement.csv')}
          fullLabel={t('earnings.statement.csvOf', { company })}
        />
        <DocumentButton
          as="print"
          address={addressOf('html')}
          label={t('earnings.statement.print')}
          fullLabel={t('earnings.statement.printOf', { company })}
        />
      </Group>
    </Stack>
  );
}
