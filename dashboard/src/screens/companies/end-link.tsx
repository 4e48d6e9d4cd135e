/** Asks before a payee ends the link to a company: what ends, and what becomes of the money. */
import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CompanyLink } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import type { Balance } from './types.ts';

type Props = { link: CompanyLink; balances: readonly Balance[]; onClose: () => void };

export function EndLink({ link: { id, company, modes, owed }, balances, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const { api } = useBook();
  const end = useMutation({
    mutationFn: () =>
      api.POST('/api/v1/company-links/{id}/end', {
        params: { path: { id: String(id) } },
      }),
    onSuccess: async () => {
      showToast(t('companies.ended', { company }));
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['company-links'] }),
        queries.invalidateQueries({ queryKey: ['earnings'] }),
      ]);
    },
  });
  const toCome = balances.filter((one) => one.upcoming + one.on_hold > 0);
  return (
    <Confirm
      title={t('companies.end.title', { company })}
      action={t('companies.end', { company })}
      destroys
      onConfirm={() => end.mutate()}
      onClose={onClose}
      act={end}
    >
      <Stack gap="xs">
        <Text>{t(modes.includes('live') ? 'companies.end.text' : 'companies.end.textTest', { company })}</Text>
        <Text>{t('companies.end.kept')}</Text>
        {toCome.map(({ currency, upcoming, on_hold: held }) => (
          <Text key={currency}>{t('companies.end.upcoming', { amount: money(upcoming + held, currency) })}</Text>
        ))}
        {owed.map(({ currency, amount }) => (
          <Text key={currency}>{t('companies.end.owed', { company, amount: money(amount, currency) })}</Text>
        ))}
        <Text>{t('companies.end.again', { company })}</Text>
      </Stack>
    </Confirm>
  );
}
