/** The frame of a list of disputes: open ones and decided ones, the search, and what is said where there is none. */
import type { ComponentProps } from 'react';
import { oneOf, text, withUsual } from '../../app/list-filters.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../operator/tabs.tsx';

const tabs = ['open', 'closed'] as const;
export type DisputeTab = (typeof tabs)[number];

export const disputeFilters = { search: text, status: withUsual(oneOf(tabs), 'open' as const) };

type Props<T extends { dispute_id: string }> = Pick<
  ComponentProps<typeof List<T>>,
  'list' | 'columns' | 'linkTo' | 'card'
> & {
  searchLabel: string;
  filter: { search?: string; status: DisputeTab };
  isNarrowed: boolean;
  narrow: (change: { search?: string | undefined; status?: DisputeTab }) => void;
};

export function DisputeList<T extends { dispute_id: string }>(props: Props<T>) {
  const { searchLabel, filter, isNarrowed, narrow, ...shown } = props;
  const { status: tab, search } = filter;
  const t = useStrings();
  return (
    <Page title={t('dispute.title')} note={t('dispute.note')}>
      <ListControls>
        <Tabs
          label={t('dispute.status')}
          value={tab}
          tabs={tabs.map((value) => ({ value, label: t(`dispute.tab.${value}`) }))}
          onChange={(status) => narrow({ status })}
        />
        <SearchBox label={searchLabel} value={search} onChange={(typed) => narrow({ search: typed })} />
      </ListControls>
      <List
        label={t('dispute.title')}
        idOf={(row: T) => row.dispute_id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('dispute.noMatch.title')} text={t('dispute.noMatch.text')} />
          ) : (
            <EmptyState icon="check" title={t(`dispute.empty.${tab}.title`)} text={t(`dispute.empty.${tab}.text`)} />
          )
        }
        {...shown}
      />
    </Page>
  );
}
