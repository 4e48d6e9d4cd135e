/** Starts a top-up with real money: how much, in a currency in which the operator takes transfers. */
import { Anchor, Button, Card, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount } from '../../ui/decimal.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function TransferForm() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const currencies = useQuery({
    queryKey: ['top-up-currencies', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/top-up-currencies')),
  });
  if (currencies.isError) return <ProblemNotice error={currencies.error} onRetry={() => void currencies.refetch()} />;
  if (currencies.isPending) {
    return <Loading heights={[200]} maw={520} />;
  }
  return (
    <Stack gap="md" maw={520}>
      <Card withBorder padding="lg">
        {currencies.data.length === 0 ? (
          <EmptyState icon="building-bank" title={t('topUp.live.none.title')} text={t('topUp.live.none.text')} />
        ) : (
          <Form currencies={currencies.data} />
        )}
      </Card>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/h/$holderId/$mode/top-ups" params={{ holderId, mode }} {...props} />}
      >
        {t('transfers.all')}
      </Anchor>
    </Stack>
  );
}

function Form({ currencies }: { currencies: readonly string[] }) {
  const t = useStrings();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { holderId, mode, api } = useBook();
  const { currency: wanted = '', amount = '' } = useSearch({ from: '/signed-in/h/$holderId/$mode/top-up' });
  const problemOf = useAmountProblem();
  const form = useForm({
    initialValues: { amount, currency: currencies.includes(wanted) ? wanted : (currencies[0] ?? '') },
    validate: { amount: (value, { currency }) => problemOf(value, currency) },
  });
  const start = useMutation({
    mutationFn: ({ amount, currency }: typeof form.values) =>
      dataOf(
        api.POST('/api/v1/wallet/top-ups', {
          body: { amount: readAmount(amount, currency) ?? 0, currency },
        }),
      ),
    onSuccess: async ({ topup_id: id }) => {
      await queries.invalidateQueries({ queryKey: ['top-ups'] });
      await navigate({ to: '/h/$holderId/$mode/top-ups/$id', params: { holderId, mode, id } });
    },
    onError: (error) => {
      form.setErrors(fieldProblems(error));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('topUp.live.text')}</Text>
        {start.isError && isOfNoField(start.error) && <ProblemNotice error={start.error} />}
        <Group align="flex-start" wrap="nowrap">
          <TextInput
            label={t('topUp.amount')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            autoFocus
            flex={1}
            size="md"
            {...form.getInputProps('amount')}
          />
          <NativeSelect
            label={t('topUp.currency')}
            data={[...currencies]}
            w={110}
            size="md"
            {...form.getInputProps('currency')}
          />
        </Group>
        <Button type="submit" size="md" loading={start.isPending}>
          {t('topUp.live.submit')}
        </Button>
      </Stack>
    </form>
  );
}
