/** Downloads the statement of one month at one company. */
import { Button, Group, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { download } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { Company } from './types.ts';

const monthsShown = 12;

/** The last months as `2031-03`, this one first. */
function lastMonths(): string[] {
  const now = new Date();
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

export function StatementForm({ company }: { company: Company }) {
  const t = useStrings();
  const intl = useIntl();
  const { api } = useBook();
  const months = lastMonths();
  const [month, setMonth] = useState(months[0] as string);
  const fetchCsv = useMutation({
    mutationFn: async () => {
      const { data } = await api.GET('/api/v1/earnings/statements/{month}.csv', {
        params: { path: { month }, query: { beneficiary_ref: String(company.beneficiary_ref) } },
        parseAs: 'blob',
      });
      download(`statement-${month}-${company.beneficiary_ref}.csv`, data as unknown as Blob);
    },
  });
  return (
    <Stack gap="xs">
      {fetchCsv.isError && <ProblemNotice error={fetchCsv.error} />}
      <Group align="flex-end" gap="xs">
        <Select
          label={t('earnings.statement')}
          value={month}
          allowDeselect={false}
          data={months.map((value) => ({
            value,
            label: intl.formatDate(`${value}-15`, { month: 'long', year: 'numeric' }),
          }))}
          onChange={(value) => value !== null && setMonth(value)}
          flex={1}
          miw={180}
        />
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          loading={fetchCsv.isPending}
          onClick={() => fetchCsv.mutate()}
        >
          {t('earnings.statement.csv')}
        </Button>
      </Group>
    </Stack>
  );
}
