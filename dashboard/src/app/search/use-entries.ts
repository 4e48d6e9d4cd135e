/** The lines of the search for what is typed: screens at once, objects when the service has answered. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { SearchHit } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { useBook } from '../book.ts';
import { placesOf } from '../navigation.ts';
import { addressOf, baseOf, type Entry } from './hits.ts';
import { readRecent } from './recent.ts';
import { useActs } from './use-acts.ts';

const pauseMs = 150;

export function useEntries(typed: string) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, holder, api } = useBook();
  const book = { holderId, mode };
  const isOperator = holder.kind === 'service';
  const text = typed.trim();
  const { lookedFor, isCommand, linesOf } = useActs(text);
  const [asked] = useDebouncedValue(lookedFor, pauseMs);
  const query = useQuery({
    queryKey: ['search', holderId, mode, asked],
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    queryFn: () => {
      const params = { params: { query: { text: asked } } };
      return dataOf(isOperator ? api.GET('/api/v1/operator/search', params) : api.GET('/api/v1/search', params));
    },
  });
  const screens = placesOf(holder, mode)
    .map(({ to, label }) => ({
      key: to,
      href: to.replace('/h/$holderId/$mode', baseOf(book)),
      title: t(label),
      note: null,
      group: t('search.screens'),
    }))
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const isExact = ({ title }: Pick<Entry, 'title'>) => title.toLowerCase() === text.toLowerCase();
  const wordsOf = (kind: SearchHit['kind'], note: string): string => {
    if (kind === 'account') return t(`kind.${note}` as 'kind.company');
    return kind === 'link' || kind === 'company' ? `${t('links.id')} ${note}` : note;
  };
  const noteOf = ({ kind, note, amount, currency }: SearchHit): string | null => {
    const sum = amount === null || currency === null ? null : money(amount, currency);
    const said = note === null ? null : wordsOf(kind, note);
    return [said, sum].filter((part) => part !== null).join(' · ') || null;
  };
  const isWaiting = lookedFor !== '' && (asked !== lookedFor || query.isFetching);
  const found = lookedFor === '' ? [] : (query.data ?? []);
  // Something is done only with what was found for exactly this.
  const acts = linesOf(isWaiting ? [] : found);
  const hits = (isCommand ? [] : found).map((hit) => ({
    key: `${hit.kind} ${hit.id}`,
    href: addressOf(book, hit, isOperator),
    title: hit.title,
    note: noteOf(hit),
    group: t(`search.kind.${hit.kind}`),
    ...(isWaiting && { isOld: true as const }),
  }));
  const recent = text === '' ? readRecent(baseOf(book)).map((one) => ({ ...one, group: t('search.recent') })) : [];
  // A screen's very name leads to it, whatever else has the word.
  const entries: Entry[] = [...screens.filter(isExact), ...acts, ...recent, ...hits, ...screens];
  return { entries, query, text, isWaiting };
}
