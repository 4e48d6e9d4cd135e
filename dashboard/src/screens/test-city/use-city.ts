/**
 * The test city of the open account, and what is done with it. While an evening is playing it is read again each second, and
 * so is what the open screens show.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { dataOf, type Mode } from '../../api/client.ts';
import { showAnswer } from '../../api/queries.ts';
import type { TestCity, TestEvening } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';

const pollMs = 1_000;
const firstKey = 'test-city';
const cityKey = (holderId: number, mode: Mode) => [firstKey, holderId, mode];

/** Whether the account may have a city, and the person make it. */
export function useMayMakeCity(): boolean {
  const { holder, mode } = useBook();
  const may = useMay();
  return holder.kind === 'company' && mode === 'test' && may('test_city.make');
}

export function useCity() {
  const { holderId, mode, api, holder } = useBook();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: cityKey(holderId, mode),
    enabled: mode === 'test' && holder.kind === 'company',
    queryFn: () => dataOf(api.GET('/api/v1/test/city')),
    refetchInterval: ({ state }) => (state.data?.evening?.is_playing ? pollMs : false),
  });
  // What the evening moved is on the other screens too: they read again whenever it went on.
  const evening = query.data?.evening;
  const reached = evening == null ? undefined : `${evening.number} ${evening.ran.to} ${evening.is_playing}`;
  const before = useRef(reached);
  useEffect(() => {
    if (before.current === reached) return;
    const isFirst = before.current === undefined;
    before.current = reached;
    if (!isFirst) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== firstKey });
  }, [queries, reached]);
  return query;
}

/** @returns what makes the city, begins an evening and plays it. Each answers with the city as it is then. */
export function useCityActs() {
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const onSuccess = (city: TestCity) => showAnswer(queries, cityKey(holderId, mode), city);
  const make = useMutation({ mutationFn: () => dataOf(api.POST('/api/v1/test/city')), onSuccess });
  const begin = useMutation({
    mutationFn: (orders: 100 | 500) => dataOf(api.POST('/api/v1/test/city/evening', { body: { orders } })),
    onSuccess,
  });
  const play = useMutation({
    mutationFn: (until: string) => dataOf(api.POST('/api/v1/test/city/evening/play', { body: { until } })),
    onSuccess,
  });
  return { make, begin, play };
}

export const isUnderWay = (evening: TestEvening | null | undefined): evening is TestEvening =>
  evening != null && evening.ended_at === null;
