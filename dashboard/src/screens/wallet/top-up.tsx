/** Tops up a wallet: with a test card, or with real money by bank transfer. */
import { Button, Card, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { DataOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmount } from '../../ui/decimal.ts';
import { anyFailed } from '../../ui/failed-reads.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { TransferForm } from './transfer-form.tsx';

type TestCards = DataOf<'consoleListTestCards'>;

const usualCurrency = 'USD';

/** What the service says that a test card does. */
const captions = {
  succeeds: 'topUp.cards.succeeds',
  'is declined': 'topUp.cards.declined',
  'has insufficient funds': 'topUp.cards.insufficientFunds',
  'processing error': 'topUp.cards.processingError',
} as const;
const isKnown = (meaning: string): meaning is keyof typeof captions => Object.hasOwn(captions, meaning);

export function TopUp() {
  const t = useStrings();
  const { mode } = useBook();
  return <Page title={t('topUp.title')}>{mode === 'test' ? <TestTopUp /> : <TransferForm />}</Page>;
}

function TestTopUp() {
  const { holderId, mode, api } = useBook();
  const wallets = useQuery({
    queryKey: ['wallet', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/wallet')),
  });
  const cards = useQuery({
    queryKey: ['wallet', 'test-cards', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/wallet/test-cards')),
  });
  if (wallets.data === undefined || cards.data === undefined) {
    const failure = anyFailed([wallets, cards]);
    return failure === undefined ? <Loading heights={[480]} maw={520} /> : <ProblemNotice {...failure} />;
  }
  return (
    <Card withBorder padding="lg" maw={520}>
      <TopUpForm usual={wallets.data[0]?.currency ?? usualCurrency} cards={cards.data} />
    </Card>
  );
}

function TopUpForm({ usual, cards }: { usual: string; cards: TestCards }) {
  const t = useStrings();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { holderId, mode, api } = useBook();
  const { currency: wanted = usual, amount = '' } = useSearch({ from: '/signed-in/h/$holderId/$mode/top-up' });
  const problemOf = useAmountProblem();
  const form = useForm({
    initialValues: { amount, currency: wanted, card_number: '' },
    validate: { amount: (value, { currency }) => problemOf(value, currency) },
  });
  const topUp = useMutation({
    mutationFn: ({ amount, currency, card_number }: typeof form.values) =>
      dataOf(
        api.POST('/api/v1/wallet/top-ups', {
          body: { amount: readAmount(amount, currency) ?? 0, currency: currency.toUpperCase(), card_number },
        }),
      ),
    onSuccess: async () => {
      showToast(t('topUp.done'));
      await queries.invalidateQueries({ queryKey: ['wallet'] });
      await navigate({ to: '/h/$holderId/$mode', params: { holderId, mode } });
    },
    onError: (error) => {
      form.setErrors(fieldProblems(error));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => topUp.mutate(values))} noValidate>
      <Stack gap="md">
        {topUp.isError && isOfNoField(topUp.error) && <ProblemNotice error={topUp.error} />}
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
          <CurrencyInput label={t('topUp.currency')} w={110} size="md" {...form.getInputProps('currency')} />
        </Group>
        <TextInput
          label={t('topUp.card')}
          description={t('topUp.card.hint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          size="md"
          {...form.getInputProps('card_number')}
        />
        <Button type="submit" size="md" loading={topUp.isPending}>
          {t('topUp.submit')}
        </Button>
        <TestCardList cards={cards} onUse={(number) => form.setFieldValue('card_number', number)} />
      </Stack>
    </form>
  );
}

function TestCardList({ cards, onUse }: { cards: TestCards; onUse: (number: string) => void }) {
  const t = useStrings();
  return (
    <Stack gap={6}>
      <Title order={2} size="h4">
        {t('topUp.cards')}
      </Title>
      {cards.map(({ number, meaning }) => (
        <Group key={number} justify="space-between" wrap="nowrap" gap="xs">
          <div>
            <Code>{number}</Code>
            <Text size="xs" c="dimmed">
              {isKnown(meaning) ? t(captions[meaning]) : meaning}
            </Text>
          </div>
          <Button variant="default" size="xs" aria-label={`${t('topUp.use')} ${number}`} onClick={() => onUse(number)}>
            {t('topUp.use')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
