/** The frame of a list of disputes: open ones and decided ones, the search, and what is said where there is none. */
import { Box } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useArranged } from '../../app/arranged.tsx';
import { type Chosen, dayOrInstant, oneOf, text, withUsual } from '../../app/list-filters.ts';
import { spans } from '../../app/list-span.ts';
import { SpanFilter } from '../../app/span-filter.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../operator/tabs.tsx';

const tabs = ['open', 'closed'] as const;
export type DisputeTab = (typeof tabs)[number];

export const disputeFilters = {
  search: text,
  status: withUsual(oneOf(tabs), 'open' as const),
  span: oneOf(spans),
  from: dayOrInstant,
  to: dayOrInstant,
};
type DisputeFilter = Chosen<typeof disputeFilters>;

type Props<T extends { dispute_id: string }> = Pick<
  ComponentProps<typeof List<T>>,
  'list' | 'columns' | 'linkTo' | 'card'
> & {
  /** Names the list in saved views. */
  screen: string;
  note: string;
  actions?: ReactNode;
  /** On a phone, where the actions have no row of their own. */
  besideFilters?: ReactNode;
  searchLabel: string;
  filter: DisputeFilter;
  /** How many of its filters are in use. */
  active: number;
  isNarrowed: boolean;
  narrow: (change: Partial<DisputeFilter>) => void;
};

export function DisputeList<T extends { dispute_id: string }>(props: Props<T>) {
  const {
    screen,
    note,
    actions,
    besideFilters,
    searchLabel,
    filter,
    active,
    isNarrowed,
    narrow,
    columns: declared,
    ...shown
  } = props;
  const { columns, menus } = useArranged(screen, declared);
  const { status: tab, search } = filter;
  const t = useStrings();
  const isPhone = useIsPhone();
  return (
    <Page title={t('dispute.title')} note={note} actions={!isPhone && actions}>
      <ListControls>
        {/* On a phone a row of their own, so that what is below it stays in one. */}
        <Box w={{ base: '100%', sm: 'auto' }}>
          <Tabs
            label={t('dispute.status')}
            value={tab}
            tabs={tabs.map((value) => ({ value, label: t(`dispute.tab.${value}`) }))}
            onChange={(status) => narrow({ status })}
          />
        </Box>
        <SearchBox label={searchLabel} value={search} onChange={(typed) => narrow({ search: typed })} />
        <FilterButton active={active} />
        {besideFilters}
        <SpanFilter filter={filter} onChange={narrow} />
        {menus}
        {isPhone && actions && <div data-filter="idle">{actions}</div>}
      </ListControls>
      <List
        label={t('dispute.title')}
        columns={columns}
        idOf={(row: T) => row.dispute_id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('dispute.noMatch.title')} text={t('payments.noMatch.text')} />
          ) : (
            <EmptyState icon="check" title={t(`dispute.empty.${tab}.title`)} text={t(`dispute.empty.${tab}.text`)} />
          )
        }
        {...shown}
      />
    </Page>
  );
}
