/** The payouts of all holders, by state: approved one or many, marked as sent and paid, given back; by keyboard too. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link, linkOptions } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { OperatorPayout } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { currency, dayOrInstant, oneOf, text, wholeNumber, withUsual } from '../../app/list-filters.ts';
import { spans, timed } from '../../app/list-span.ts';
import { useMay } from '../../app/may.ts';
import { CurrencyFilter, SpanFilter } from '../../app/span-filter.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { KeysButton } from '../../ui/keys-button.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CreatePayoutFile } from './create-payout-file.tsx';
import { givesBack, hasFlags, type Step, stepsOf } from './payout-data.ts';
import { AccountPast, PayoutFlags } from './payout-flags.tsx';
import { PayoutStepDialog } from './payout-step-dialog.tsx';
import { Tabs } from './tabs.tsx';

const tabs = ['requested', 'approved', 'sent', 'completed', 'failed', 'all'] as const;
type Tab = (typeof tabs)[number];
/** Open ones are worked through from the oldest. */
const oldestFirst: readonly Tab[] = ['requested', 'approved', 'sent'];

export function Payouts() {
  const t = useStrings();
  const may = useMay();
  const { selected, setSelected, selection } = useSelection();
  const [asked, setAsked] = useState<{ step: Step; payouts: OperatorPayout[] }>();
  const { filter, active, isNarrowed, narrow, query, list } = usePayouts();
  const tab = filter.status;
  const rows = query.data?.data ?? [];
  const steps = tab === 'all' ? [] : stepsOf[tab].filter((step) => may(`payouts.${step}`));
  const choose = (change: Parameters<typeof narrow>[0]) => {
    setSelected([]);
    narrow(change);
  };
  const take = (step: Step | undefined, payouts: OperatorPayout[]) => {
    if (step !== undefined && payouts.length > 0 && asked === undefined) setAsked({ step, payouts });
  };
  const { columns, menus } = useArranged('operator-payouts', useColumns(tab, useIsNoted(rows)));
  const acts = useActs(steps, (row) => take('approve', [row]));
  const [act] = acts;
  const close = () => {
    setAsked(undefined);
    setSelected([]);
  };
  const next = steps.find((step) => !givesBack(step));
  const table = useRowKeys(rows, {
    onSelect: (focused) => setSelected((before) => toggled(before, focused)),
    onAdvance: (focused) => take(next, selected.length > 0 ? selected : focused),
  });
  return (
    <Page
      title={t('op.payouts.all.title')}
      actions={
        tab === 'approved' ? (
          <FileActs selected={selected} rows={rows} onFiled={close} />
        ) : (
          steps.includes('approve') && rows.length > 0 && <Keys />
        )
      }
    >
      <States shown={tab} onChange={(status) => choose({ status })} />
      <ListControls>
        <SearchBox label={t('op.payouts.search')} value={filter.search} onChange={(search) => choose({ search })} />
        <FilterButton active={active} />
        <SpanFilter filter={filter} onChange={choose} />
        <CurrencyFilter filter={filter} onChange={choose} />
        {menus}
        {selected.length > 0 && (
          <StepButtons count={selected.length} steps={steps} onChosen={(step) => take(step, selected)} />
        )}
      </ListControls>
      <Box ref={table}>
        <List
          label={t('op.payouts.all.title')}
          list={list.totals === undefined ? list : { ...list, totals: { ...list.totals, onItsWay: onItsWay(t, tab) } }}
          columns={[...columns, ...acts]}
          idOf={(row) => row.payout_id}
          at={(row) => row.created_at}
          linkTo={useLinkTo()}
          {...(steps.length > 0 ? { selection } : {})}
          empty={<NoPayouts isDone={tab === 'requested' && !isNarrowed} />}
          card={(row) => <PayoutCard row={row} isOfAll={tab === 'all'} />}
          {...(act === undefined ? {} : { acts: act.cell })}
        />
      </Box>
      {asked !== undefined && <PayoutStepDialog {...asked} onClose={close} />}
    </Page>
  );
}

function useSelection() {
  const t = useStrings();
  const [selected, setSelected] = useState<OperatorPayout[]>([]);
  const labelOf = (row: OperatorPayout) => t('op.payouts.select', { payee: row.payee.name });
  return { selected, setSelected, selection: { rows: selected, onChange: setSelected, labelOf } };
}

function States({ shown, onChange }: { shown: Tab; onChange: (tab: Tab) => void }) {
  const t = useStrings();
  const shownTabs = tabs.map((value) => ({ value, label: t(`op.payouts.tab.${value}`) }));
  return <Tabs label={t('op.payouts.status')} value={shown} tabs={shownTabs} onChange={onChange} />;
}

function Keys() {
  const t = useStrings();
  const keys = [
    [['j', 'k'], t('desk.keys.move')],
    [['x'], t('op.payouts.keys.select')],
    [['a'], t('op.payouts.step.approve')],
  ] as const;
  return <KeysButton keys={keys} />;
}

/** What of the sum of a tab is still to be paid: of several stages together it is only on its way. */
function onItsWay(t: ReturnType<typeof useStrings>, tab: Tab): string | undefined {
  return tab === 'requested' || tab === 'approved' ? t(`op.payouts.tab.${tab}`) : undefined;
}

const stateOf = (tab: Tab) => (tab === 'all' ? {} : { status: tab });

function usePayouts() {
  const t = useStrings();
  const { api } = useBook();
  return useList({
    key: ['operator', 'payouts'],
    filters: {
      search: text,
      status: withUsual(oneOf(tabs), 'requested'),
      currency,
      account: wholeNumber,
      span: oneOf(spans),
      from: dayOrInstant,
      to: dayOrInstant,
    },
    read: ({ status, ...query }) => {
      const sort = oldestFirst.includes(status) ? 'oldest' : 'newest';
      return api.GET('/api/v1/operator/payouts', { params: { query: { ...timed(query), ...stateOf(status), sort } } });
    },
    totals: {
      read: ({ status, ...query }) =>
        api.GET('/api/v1/operator/totals/payouts', { params: { query: { ...timed(query), ...stateOf(status) } } }),
      words: (count) => t('totals.payouts', { count }),
    },
    refetchInterval: 15_000,
  });
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ payout_id: id }: OperatorPayout) =>
    linkOptions({ to: '/h/$holderId/$mode/operator/payouts/$id', params: { holderId, mode, id } });
}

function useIsNoted(rows: readonly OperatorPayout[]): boolean {
  const now = useNow();
  return rows.some((row) => hasFlags(row, now));
}

/** @param isNoted one of the rows has something to look at. */
function useColumns(tab: Tab, isNoted: boolean): Column<OperatorPayout>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  return [
    {
      key: 'payee',
      title: t('op.payouts.payee'),
      cell: (row) => (
        <>
          <Link {...linkTo(row)} data-row={row.payout_id}>
            {row.payee.name}
          </Link>
          <Text size="xs" c="dimmed" component="div">
            <Dotted>
              {t(`kind.${row.payee.kind}`)}
              {t(`op.payouts.account.${row.account}`)}
            </Dotted>
          </Text>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('op.payouts.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    {
      key: 'bank',
      title: t('op.payouts.bank'),
      optional: 'shown',
      cell: (row) => <ToAccount row={row} />,
    },
    ...(isNoted
      ? [
          {
            key: 'notes',
            title: t('op.payouts.notes'),
            optional: 'shown' as const,
            cell: (row: OperatorPayout) => <PayoutFlags payout={row} isStacked />,
          },
        ]
      : []),
    ...(tab === 'all'
      ? [
          {
            key: 'status',
            title: t('op.payouts.status'),
            cell: (row: OperatorPayout) => <StateBadge state={row.status} />,
          },
        ]
      : []),
    {
      key: 'created',
      title: t('op.payouts.requested'),
      optional: 'shown',
      cell: (row) => <Instant at={row.created_at} />,
    },
  ];
}

/** Where it goes, and what became of the last payout there. */
const ToAccount = ({ row }: { row: OperatorPayout }) => (
  <>
    {row.bank_account.account_name}
    <Text size="xs" c="dimmed" component="div">
      <Dotted>
        {row.bank_account.number}
        {row.bank_account.country}
      </Dotted>
    </Text>
    <AccountPast payout={row} />
  </>
);

/** Approving one payout, beside it. What is sent or has arrived is marked together, as the bank takes it. */
function useActs(steps: readonly Step[], onApprove: (row: OperatorPayout) => void): Column<OperatorPayout>[] {
  const t = useStrings();
  if (!steps.includes('approve')) return [];
  return [
    {
      key: 'act',
      title: t('op.act'),
      align: 'end',
      cell: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('op.payouts.approveOf', { payee: row.payee.name })}
          onClick={() => onApprove(row)}
        >
          {t('op.payouts.step.approve')}
        </Button>
      ),
    },
  ];
}

/** @param props.isOfAll payouts in any state are listed: otherwise the choice above says it for all. */
function PayoutCard({ row, isOfAll }: { row: OperatorPayout; isOfAll: boolean }) {
  const t = useStrings();
  const now = useNow();
  const { bank_account: bank } = row;
  return (
    <CardFacts
      title={row.payee.name}
      amount={<Money amount={row.amount} currency={row.currency} />}
      when={<Instant at={row.created_at} />}
      below={
        <>
          {isOfAll && <StateBadge state={row.status} />}
          <span>{bank.number}</span>
          <span>{t(`op.payouts.account.${row.account}`)}</span>
        </>
      }
      actions={
        <>
          <AccountPast payout={row} />
          {hasFlags(row, now) && <PayoutFlags payout={row} />}
        </>
      }
    />
  );
}

/** @param props.isDone every request was decided; otherwise none fits the tab and the search. */
function NoPayouts({ isDone }: { isDone: boolean }) {
  const t = useStrings();
  return isDone ? (
    <EmptyState
      icon="building-bank"
      title={t('op.payouts.empty.requested.title')}
      text={t('op.payouts.empty.requested.text')}
    />
  ) : (
    <EmptyState icon="search" title={t('op.payouts.empty.title')} text={t('op.payouts.empty.text')} />
  );
}

type FileActsProps = {
  selected: readonly OperatorPayout[];
  rows: readonly OperatorPayout[];
  onFiled: () => void;
};

/** The files for the bank: of the selected payouts, or of all that are approved. Returns and refunds may wait without payouts. */
function FileActs({ selected, rows, onFiled }: FileActsProps) {
  const t = useStrings();
  const may = useMay();
  const [isFiling, setIsFiling] = useState(false);
  return (
    <>
      {may('payouts.export') && rows.length > 0 && <BankExport selected={selected} />}
      {may('payout_files.create') && <Button onClick={() => setIsFiling(true)}>{t('files.create')}</Button>}
      {isFiling && (
        <CreatePayoutFile
          selected={selected}
          currency={(selected[0] ?? rows[0])?.currency ?? ''}
          onClose={(isDone) => {
            setIsFiling(false);
            if (isDone) onFiled();
          }}
        />
      )}
    </>
  );
}

function BankExport({ selected }: { selected: readonly OperatorPayout[] }) {
  const t = useStrings();
  const { mode, api } = useBook();
  const request = () => {
    const ids = selected.map(({ payout_id }) => payout_id).join(',');
    const params = { query: ids === '' ? {} : { payout_ids: ids } };
    return api.GET('/api/v1/operator/payout-export.csv', { params, parseAs: 'blob' });
  };
  return <ExportButton fileName={`payouts-${mode}.csv`} request={request} label={t('op.payouts.export')} />;
}

type StepButtonsProps = { count: number; steps: readonly Step[]; onChosen: (step: Step) => void };

/** What can be done with the selected payouts. */
function StepButtons({ count, steps, onChosen }: StepButtonsProps) {
  const t = useStrings();
  return (
    <Group gap="xs" role="group" aria-label={t('op.payouts.selected', { count })}>
      <Text size="sm" c="dimmed">
        {t('op.payouts.selected', { count })}
      </Text>
      {steps.map((step) => (
        <Button
          key={step}
          size="xs"
          {...(givesBack(step) ? { variant: 'default' } : {})}
          onClick={() => onChosen(step)}
        >
          {t(`op.payouts.step.${step}`)}
        </Button>
      ))}
    </Group>
  );
}

const toggled = (rows: OperatorPayout[], focused: readonly OperatorPayout[]): OperatorPayout[] => {
  const [row] = focused;
  if (row === undefined) return rows;
  const others = rows.filter(({ payout_id }) => payout_id !== row.payout_id);
  return others.length < rows.length ? others : [...rows, row];
};

type RowKeys = Record<'onSelect' | 'onAdvance', (focused: OperatorPayout[]) => void>;

/**
 * Keys move the focus from row to row and act on the focused row, or on none if the focus is elsewhere.
 * @returns for the element that holds the rows.
 */
function useRowKeys(rows: readonly OperatorPayout[], { onSelect, onAdvance }: RowKeys) {
  const table = useRef<HTMLDivElement>(null);
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const indexIn = (all: readonly HTMLElement[]): number => {
    const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row]');
    return row === null || row === undefined ? -1 : all.indexOf(row);
  };
  const move = (by: 1 | -1) => {
    const all = links();
    const at = indexIn(all);
    all[at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
  };
  const focused = (): OperatorPayout[] => {
    const all = links();
    const id = all[indexIn(all)]?.dataset.row;
    return rows.filter(({ payout_id }) => payout_id === id);
  };
  useHotkeys(
    [
      ['j', () => move(1)],
      ['k', () => move(-1)],
      ['x', () => onSelect(focused())],
      ['a', () => onAdvance(focused())],
    ],
    ['TEXTAREA', 'SELECT'],
  );
  return table;
}
