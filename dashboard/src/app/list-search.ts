/** What the address of a list asks it to show. */

/** Named as in the API where a list passes it on. Each list knows its own; values it does not know are dropped there. */
const names = [
  ...(['search', 'sort', 'cursor', 'status', 'kind', 'type', 'works', 'path', 'request_id', 'action'] as const),
  ...(['settlement_status', 'broken_splits', 'payment_status', 'is_shadow'] as const),
  ...(['attention', 'dated_by', 'span', 'from', 'to', 'account', 'currency', 'source', 'statement_id'] as const),
  ...(['act', 'amount', 'reason'] as const),
  ...(['beneficiary_ref', 'month', 'view', 'operation', 'language', 'area', 'show', 'columns'] as const),
  ...([
    'metric',
    'by',
    'unit',
    'compare',
    'compare_from',
    'compare_to',
    'payee',
    'customer',
    'method',
    'declined_for',
    'finished',
  ] as const),
];

export type ListSearch = { [Name in (typeof names)[number]]?: string | number | boolean | undefined };

export const listSearch = (search: Record<string, unknown>): ListSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [];
    }),
  );

export const texts = <const Name extends string>(
  search: Record<string, unknown>,
  wanted: readonly Name[],
): { [N in Name]?: string } =>
  Object.fromEntries(
    wanted.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  ) as { [N in Name]?: string };
