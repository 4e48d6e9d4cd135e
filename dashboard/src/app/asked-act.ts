/**
 * What the search was told to do on this page, such as "refund QB-1001 5 EUR": the page opens the dialog of the act with what
 * was typed. The address forgets it at once, so that nobody is asked again who reloads the page or comes back to it.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from './list-search.ts';

const names = ['act', 'amount', 'reason'] as const;
export type AskedAct = { [Name in (typeof names)[number]]?: string };

export const askedSearch = (search: Record<string, unknown>): AskedAct => texts(search, names);

function useAskedAct(onAsked: (asked: AskedAct & { act: string }) => void): void {
  const navigate = useNavigate();
  const { act, amount, reason }: AskedAct = askedSearch(useSearch({ strict: false }));
  const tell = useEffectEvent(onAsked);
  useEffect(() => {
    if (act === undefined) return;
    tell({ act, ...(amount !== undefined && { amount }), ...(reason !== undefined && { reason }) });
    void navigate({ to: '.', search: ({ act: _, amount: __, reason: ___, ...rest }) => rest, replace: true });
  }, [act, amount, reason, navigate]);
}

/**
 * The open dialog of a page: opened by a button, or by the search with what was typed there.
 * @param possible what can be done now; what else the search asks for is refused.
 */
export function useActDialog<Open>(possible: readonly (Open & string)[]) {
  const [open, setOpen] = useState<Open>();
  const [typed, setTyped] = useState<AskedAct>();
  useAskedAct((asked) => {
    const act = possible.find((one) => one === asked.act);
    if (act !== undefined) setOpen(act);
    setTyped(asked);
  });
  const close = (): void => {
    setOpen(undefined);
    setTyped(undefined);
  };
  /** By its button: what was typed for something else is none of it. */
  const openOwn = (act: Open): void => {
    setTyped(undefined);
    setOpen(act);
  };
  return { open, typed, setOpen: openOwn, close, isRefused: open === undefined && typed !== undefined };
}
