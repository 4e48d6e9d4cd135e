/** Matches a line with several transfers: those that are suggested, and any that a person looks for. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { LineSuggestion, OpenTransfer, StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { sumIn } from '../../ui/sums.ts';
import { showToast } from '../../ui/toast.ts';
import classes from './reconciliation.module.css';
import { TransferFacts } from './transfer-facts.tsx';

const shownMax = 25;

const nameOf = ({ holder, transfer_id }: OpenTransfer): string => `${holder.holder_id}/${transfer_id}`;

type Chosen = ReadonlyMap<string, OpenTransfer>;
type Leaving = 'open' | 'bank_charge' | undefined;

export function MatchDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const t = useStrings();
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [leaving, setLeaving] = useState<Leaving>();
  const match = useMatch(line, onClose);
  const { currency } = line;
  const sum = sumIn([...chosen.values()], currency, (one) => one.open_amount);
  const sides = [line.open_amount, -sum].map((amount) => ({ currency, amount }));
  const difference = sumIn(sides, currency, (side) => side.amount);
  const toggle = (transfer: OpenTransfer) => {
    const next = new Map(chosen);
    if (!next.delete(nameOf(transfer))) next.set(nameOf(transfer), transfer);
    setChosen(next);
  };
  const choose = ({ transfers, difference_as: as }: LineSuggestion) => {
    setChosen(new Map(transfers.map((one) => [nameOf(one), one])));
    setLeaving(as ?? undefined);
  };
  return (
    <FormDialog
      title={t('recon.pick.title')}
      action={t('recon.match')}
      size="lg"
      canSubmit={chosen.size > 0 && (difference === 0 || leaving !== undefined)}
      onSubmit={() => match.mutate({ chosen, leaving: difference === 0 ? undefined : leaving })}
      onClose={onClose}
      act={match}
    >
      <Suggestions line={line} onChoose={choose} />
      <Found line={line} chosen={chosen} onToggle={toggle} />
      <Stack gap={4} aria-live="polite">
        <Sum label={t('recon.pick.line')} amount={line.open_amount} currency={currency} />
        <Sum label={t('recon.pick.sum', { count: chosen.size })} amount={sum} currency={currency} />
        <Sum label={t('recon.pick.difference')} amount={difference} currency={currency} isResult />
      </Stack>
      {chosen.size > 0 && difference !== 0 && (
        <Stack gap="xs">
          <Checkbox
            label={t('recon.pick.open')}
            checked={leaving === 'open'}
            onChange={({ currentTarget }) => setLeaving(currentTarget.checked ? 'open' : undefined)}
          />
          <Checkbox
            label={t('recon.pick.charge')}
            checked={leaving === 'bank_charge'}
            onChange={({ currentTarget }) => setLeaving(currentTarget.checked ? 'bank_charge' : undefined)}
          />
        </Stack>
      )}
    </FormDialog>
  );
}

type SumProps = { label: string; amount: number; currency: string; isResult?: boolean };

function Sum({ label, amount, currency, isResult = false }: SumProps) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{label}</Text>
      <Money amount={amount} currency={currency} signed fw={isResult ? 600 : 400} />
    </Group>
  );
}

function Suggestions({ line, onChoose }: { line: StatementLine; onChoose: (one: LineSuggestion) => void }) {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const { data } = useQuery({
    queryKey: ['operator', 'reconciliation', 'suggestions', holderId, mode, line.line_id],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/operator/statement-lines/{id}/suggestions', {
          params: { path: { id: String(line.line_id) } },
        }),
      ),
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text fw={550}>{t('recon.pick.suggested')}</Text>
      <ul className={classes.choices}>
        {data.map((one) => (
          <li key={`${one.kind}/${one.reason}/${one.transfers.map(nameOf).join()}`}>
            <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
              <Text size="sm" className={classes.text}>
                {one.reason}
              </Text>
              {one.transfers.length > 0 && (
                <Button size="xs" variant="default" flex="none" onClick={() => onChoose(one)}>
                  {t('recon.pick.choose')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

type FoundProps = { line: StatementLine; chosen: Chosen; onToggle: (transfer: OpenTransfer) => void };

/** What is chosen stays in view, whatever is searched for. */
function Found({ line, chosen, onToggle }: FoundProps) {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const [search, setSearch] = useState<string>();
  const { source, currency } = line;
  const direction = line.open_amount < 0 ? 'out' : 'in';
  const query = { source, currency, direction, limit: shownMax, ...(search === undefined ? {} : { search }) } as const;
  const found = useQuery({
    queryKey: ['operator', 'reconciliation', 'open-transfers', holderId, mode, query],
    queryFn: () => dataOf(api.GET('/api/v1/operator/open-transfers', { params: { query } })),
  });
  const others = (found.data ?? []).filter((one) => !chosen.has(nameOf(one)));
  return (
    <Stack gap="xs">
      <SearchBox label={t('recon.pick.search')} value={search} onChange={setSearch} />
      {found.isError && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading heights={[120]} />}
      {found.isSuccess && others.length + chosen.size === 0 && <Text c="dimmed">{t('recon.pick.none')}</Text>}
      <ul className={classes.choices}>
        {[...chosen.values(), ...others].map((transfer) => (
          <li key={nameOf(transfer)}>
            <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
              <Group align="flex-start" gap="sm" wrap="nowrap" miw={0}>
                <Checkbox
                  aria-label={t('recon.pick.transfer', { name: transfer.holder.name })}
                  checked={chosen.has(nameOf(transfer))}
                  onChange={() => onToggle(transfer)}
                />
                <TransferFacts transfer={transfer} />
              </Group>
              <Money amount={transfer.open_amount} currency={transfer.currency} signed flex="none" />
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function useMatch(line: StatementLine, onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ chosen, leaving }: { chosen: Chosen; leaving: Leaving }) =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/match', {
          params: { path: { id: String(line.line_id) } },
          body: {
            transfers: [...chosen.values()].map(({ holder, transfer_id }) => ({
              holder_id: holder.holder_id,
              transfer_id,
            })),
            ...(leaving === undefined ? {} : { difference: leaving }),
          },
        }),
      ),
    onSuccess: () => {
      showToast(t('recon.matched'));
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}
