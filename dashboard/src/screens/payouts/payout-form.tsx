/** How much, from where and where to. What is typed is judged here first, and by the server when it is requested. */
import { Anchor, Button, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { amountOf, parsePositive, thousandthsOf, typedAmount } from '../../ui/decimal.ts';
import { useMoney } from '../../ui/money.tsx';
import type { Draft } from './new-payout.tsx';
import { keyOfSource, useSourceWords } from './source-words.ts';
import type { Destination, Source } from './types.ts';

type Typed = { source: string; amount: string; bank: string };

type Props = {
  sources: readonly Source[];
  source: Source;
  destinations: readonly Destination[];
  typed: Typed;
  onTyped: (typed: Typed) => void;
  onAddBank: (() => void) | undefined;
  onReady: (draft: Draft) => void;
};

export function PayoutForm({ sources, source, destinations, typed, onTyped, onAddBank, onReady }: Props) {
  const t = useStrings();
  const money = useMoney();
  const wordsOf = useSourceWords();
  const problemOf = useAmountProblem();
  const [problem, setProblem] = useState<string>();
  const { currency, minimum, limit_left: left } = source;
  const limit = left !== null && left < source.spendable ? left : source.spendable;
  const destination = destinations.find((one) => one.bank_account_id === typed.bank) ?? destinations[0];
  const judge = (): bigint | string => {
    const amount = parsePositive(typed.amount, currency);
    if (amount === 'syntax') return t('payouts.new.amount.syntax');
    if (amount === 'decimals') return problemOf(typed.amount, currency) ?? '';
    if (amount > thousandthsOf(limit)) return t('payouts.new.amount.tooMuch', { amount: money(limit, currency) });
    if (amount < thousandthsOf(minimum)) {
      return t('payouts.new.amount.tooLittle', { amount: money(minimum, currency) });
    }
    return amount;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const judged = judge();
    if (typeof judged === 'string') setProblem(judged);
    else if (destination !== undefined) onReady({ source, destination, amount: amountOf(judged) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {sources.length > 1 && (
          <Select
            label={t('payouts.from')}
            size="md"
            value={keyOfSource(source)}
            allowDeselect={false}
            data={sources.map((one) => ({
              value: keyOfSource(one),
              label: `${wordsOf(one)} · ${money(one.spendable, one.currency)}`,
            }))}
            onChange={(value) => value !== null && onTyped({ ...typed, source: value })}
          />
        )}
        {sources.length === 1 && (
          <Input.Wrapper size="md" label={t('payouts.from')} labelElement="div">
            <Text>{wordsOf(source)}</Text>
          </Input.Wrapper>
        )}
        <TextInput
          label={`${t('payouts.amount')} (${currency})`}
          description={[
            t('payouts.new.max', { amount: money(limit, currency) }),
            left !== null && left < source.spendable
              ? t('payouts.new.limit', { amount: money(left, currency) })
              : undefined,
          ]
            .filter(Boolean)
            .join('. ')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          autoFocus
          size="md"
          value={typed.amount}
          error={problem}
          onChange={({ currentTarget }) => {
            setProblem(undefined);
            onTyped({ ...typed, amount: currentTarget.value });
          }}
          rightSectionWidth={104}
          rightSection={
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setProblem(undefined);
                onTyped({ ...typed, amount: typedAmount(limit, currency) });
              }}
            >
              {t('payouts.new.everything')}
            </Button>
          }
        />
        <Select
          label={t('payouts.to')}
          size="md"
          value={destination?.bank_account_id ?? null}
          allowDeselect={false}
          data={destinations.map(({ bank_account_id: value, number, account_name: name }) => ({
            value,
            label: `${number} · ${name}`,
          }))}
          onChange={(value) => value !== null && onTyped({ ...typed, bank: value })}
        />
        {onAddBank !== undefined && (
          <Anchor component="button" type="button" onClick={onAddBank} size="sm" ta="start">
            {t('payouts.new.addBank')}
          </Anchor>
        )}
        <Group justify="flex-end">
          <Button type="submit" size="md" fullWidth>
            {t('payouts.new.review')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
