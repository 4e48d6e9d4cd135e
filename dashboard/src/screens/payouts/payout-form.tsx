/** How much, from where and where to. What is typed is judged here first, and by the server when it is requested. */
import { Alert, Anchor, Button, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OwnPayout } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { asSentence } from '../../ui/as-sentence.ts';
import { amountOf, parsePositive, thousandthsOf, typedAmount } from '../../ui/decimal.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';
import { isOfClosedAccount } from './failure.ts';
import { useReturnWords } from './failure-words.ts';
import { useLastReturn } from './last-return.ts';
import type { Draft } from './new-payout.tsx';
import { TermsAhead } from './payout-terms.tsx';
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
  const problemOf = useAmountProblem();
  const [problem, setProblem] = useState<string>();
  const { currency, minimum } = source;
  const limit = limitOf(source);
  const returnOf = useLastReturn();
  // Not one that sent the last payout back, where there is another.
  const usual = destinations.find((one) => returnOf(one.bank_account_id) === undefined) ?? destinations[0];
  const destination = destinations.find((one) => one.bank_account_id === typed.bank) ?? usual;
  const returned = destination && returnOf(destination.bank_account_id);
  // What is sent to it would come back, so that nothing is promised of it.
  const isClosed = returned !== undefined && isOfClosedAccount(returned);
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
        <SourceField
          sources={sources}
          source={source}
          onChange={(chosen) => onTyped({ ...typed, source: keyOfSource(chosen) })}
        />
        <AmountField
          source={source}
          value={typed.amount}
          problem={problem}
          onChange={(amount) => {
            setProblem(undefined);
            onTyped({ ...typed, amount });
          }}
        />
        <BankField
          destinations={destinations}
          chosen={destination}
          returned={returned}
          onChange={(bank) => onTyped({ ...typed, bank })}
          onAddBank={onAddBank}
        />
        {destination !== undefined && !isClosed && <TermsAhead source={source} destination={destination} />}
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={isClosed}
          {...(returned === undefined ? {} : { variant: 'default' })}
        >
          {t('payouts.new.review')}
        </Button>
      </Stack>
    </form>
  );
}

type BankFieldProps = {
  destinations: readonly Destination[];
  chosen: Destination | undefined;
  /** The last payout to it, if that came back. */
  returned: OwnPayout | undefined;
  onChange: (bank: string) => void;
  onAddBank: (() => void) | undefined;
};

function BankField({ destinations, chosen, returned, onChange, onAddBank }: BankFieldProps) {
  const t = useStrings();
  return (
    <>
      <Select
        label={t('payouts.to')}
        size="md"
        value={chosen?.bank_account_id ?? null}
        allowDeselect={false}
        data={destinations.map(({ bank_account_id: value, number, account_name: name }) => ({
          value,
          label: `${number} · ${name}`,
        }))}
        onChange={(value) => value !== null && onChange(value)}
      />
      {returned !== undefined && <ReturnNotice returned={returned} onAddBank={onAddBank} />}
      {returned === undefined && onAddBank !== undefined && (
        <Anchor component="button" type="button" onClick={onAddBank} size="sm" ta="start">
          {t('payouts.new.addBank')}
        </Anchor>
      )}
    </>
  );
}

/** That the last payout to the chosen account came back, what would become of another, and the way out. */
function ReturnNotice({ returned, onAddBank }: { returned: OwnPayout; onAddBank: (() => void) | undefined }) {
  const t = useStrings();
  const wordsOf = useReturnWords();
  const { title, reason } = wordsOf(returned);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} title={title}>
      {isOfClosedAccount(returned) ? t('payouts.new.closed') : reason !== null && asSentence(reason)}
      {onAddBank !== undefined && (
        <Button mt="sm" onClick={onAddBank} style={{ display: 'block' }}>
          {t('payouts.new.addOther')}
        </Button>
      )}
    </Alert>
  );
}

/** The most that a payout may take: what is spendable, or less where a limit leaves less. */
const limitOf = ({ spendable, limit_left: left }: Source): number =>
  left !== null && left < spendable ? left : spendable;

type SourceFieldProps = { sources: readonly Source[]; source: Source; onChange: (chosen: Source) => void };

function SourceField({ sources, source, onChange }: SourceFieldProps) {
  const t = useStrings();
  const money = useMoney();
  const wordsOf = useSourceWords();
  if (sources.length === 1) {
    return (
      <Input.Wrapper size="md" label={t('payouts.from')} labelElement="div">
        <Text>
          {wordsOf(source)} · {money(source.spendable, source.currency)}
        </Text>
      </Input.Wrapper>
    );
  }
  return (
    <Select
      label={t('payouts.from')}
      size="md"
      value={keyOfSource(source)}
      allowDeselect={false}
      data={sources.map((one) => ({
        value: keyOfSource(one),
        label: `${wordsOf(one)} · ${money(one.spendable, one.currency)}`,
      }))}
      onChange={(value) => {
        const chosen = sources.find((one) => keyOfSource(one) === value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

type AmountFieldProps = {
  source: Source;
  value: string;
  problem: string | undefined;
  onChange: (typed: string) => void;
};

function AmountField({ source, value, problem, onChange }: AmountFieldProps) {
  const t = useStrings();
  const money = useMoney();
  const { currency } = source;
  const limit = limitOf(source);
  const max = t('payouts.new.max', { amount: money(limit, currency) });
  return (
    <TextInput
      label={`${t('payouts.amount')} (${currency})`}
      description={
        limit < source.spendable ? `${max}. ${t('payouts.new.limit', { amount: money(limit, currency) })}` : max
      }
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      autoFocus
      size="md"
      value={value}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={104}
      rightSectionProps={{ style: { justifyContent: 'flex-end', paddingInlineEnd: 8 } }}
      rightSection={
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(typedAmount(limit, currency))}>
          {t('payouts.new.everything')}
        </Button>
      }
    />
  );
}
