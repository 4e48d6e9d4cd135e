/**
 * Chooses the account that a bank transfer is credited to, by name, email, ID or bank account. Arrow keys choose, Enter
 * takes. Until something is typed it offers whose bank account the money came from.
 */
import { Box, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { TransferRecipient } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import classes from '../../app/search/search.module.css';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const lengthMax = 100;
const pauseMs = 150;

/** @param amount what arrived. */
export function useRecipients(text: string, currency: string, amount: number) {
  const { holderId, mode, api } = useBook();
  return useQuery({
    queryKey: ['operator', 'recipients', holderId, mode, currency, amount, text],
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: () => dataOf(api.GET('/api/v1/operator/recipients', { params: { query: { text, currency, amount } } })),
  });
}

/** Whose bank account the money of this line came from, where it is known to be one holder's: at most one. */
function useGuess(lineId: number, currency: string, amount: number) {
  const { holderId, mode, api } = useBook();
  const query = { line_id: String(lineId), currency, amount };
  return useQuery({
    queryKey: ['operator', 'recipients', holderId, mode, currency, amount, lineId],
    queryFn: () => dataOf(api.GET('/api/v1/operator/recipients', { params: { query } })),
  });
}

type Props = {
  /** The statement line that is credited. */
  lineId: number;
  currency: string;
  /** What arrived. */
  amount: number;
  chosen: TransferRecipient | undefined;
  /** Undefined once something else is typed. */
  onChoose: (recipient: TransferRecipient | undefined) => void;
};

export function RecipientField({ lineId, currency, amount, chosen, onChoose }: Props) {
  const t = useStrings();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, pauseMs);
  const query = useRecipients(chosen === undefined ? asked : '', currency, amount);
  const isOpen = chosen === undefined && text !== '';
  const isWaiting = isOpen && (asked !== text || query.isFetching);
  const guessed = useGuess(lineId, currency, amount).data ?? [];
  const isGuess = chosen === undefined && text === '' && guessed.length > 0;
  const found = isGuess ? guessed : isOpen && asked !== '' ? (query.data ?? []) : [];
  const combobox = useCombobox({ opened: isOpen || isGuess });
  const shown = found.map(({ holder }) => holder.holder_id).join(' ');
  // Another list: the first line is chosen again. A guess is taken only on purpose.
  useEffect(() => {
    if (shown === '' || isGuess) combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  }, [shown, isGuess, combobox.selectFirstOption, combobox.resetSelectedOption]);
  const take = (id: string) => {
    const one = found.find(({ holder }) => String(holder.holder_id) === id);
    if (one === undefined) return;
    setTyped(one.holder.name);
    onChoose(one);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={take} withinPortal={false}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          label={t('op.transfers.credit.holder')}
          description={t('op.transfers.credit.holder.hint')}
          value={typed}
          maxLength={lengthMax}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChoose(undefined);
          }}
          leftSection={<Icon name="search" size={16} />}
          rightSection={isWaiting ? <Loader size={16} /> : null}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </Combobox.EventsTarget>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {isGuess && (
        <Text size="sm" c="dimmed">
          {t('op.transfers.credit.guess')}
        </Text>
      )}
      <Box className={classes.results} display={isOpen || isGuess ? undefined : 'none'}>
        <Combobox.Options aria-label={t('op.transfers.credit.found')}>
          {found.map(({ holder }) => (
            <Recipient key={holder.holder_id} holder={holder} />
          ))}
        </Combobox.Options>
      </Box>
      {isOpen && found.length === 0 && !isWaiting && !query.isError && (
        <Text role="status" size="sm" c="dimmed">
          {t('op.transfers.credit.none', { text })}
        </Text>
      )}
    </Combobox>
  );
}

function Recipient({ holder }: Pick<TransferRecipient, 'holder'>) {
  const t = useStrings();
  return (
    <Combobox.Option value={String(holder.holder_id)} className={classes.line ?? ''}>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text span truncate miw={0}>
          {holder.name}
        </Text>
        <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('op.transfers.credit.found.kind', { kind: t(`kind.${holder.kind}`), id: String(holder.holder_id) })}
        </Text>
      </Group>
    </Combobox.Option>
  );
}
