/**
 * What the search was told to do on this page, such as "refund QB-1001 5 EUR": the page opens the dialog of the act with what
 * was typed. The address forgets it at once, so that nobody is asked again who reloads the page or comes back to it.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { texts } from './list-search.ts';

const names = ['act', 'amount', 'reason'] as const;
export type AskedAct = { [Name in (typeof names)[number]]?: string };

export const askedSearch = (search: Record<string, unknown>): AskedAct => texts(search, names);

export function useAskedAct(onAsked: (asked: AskedAct & { act: string }) => void): void {
  const navigate = useNavigate();
  const { act, amount, reason }: AskedAct = askedSearch(useSearch({ strict: false }));
  const tell = useEffectEvent(onAsked);
  useEffect(() => {
    if (act === undefined) return;
    tell({ act, ...(amount !== undefined && { amount }), ...(reason !== undefined && { reason }) });
    void navigate({ to: '.', search: ({ act: _, amount: __, reason: ___, ...rest }) => rest, replace: true });
  }, [act, amount, reason, navigate]);
}
