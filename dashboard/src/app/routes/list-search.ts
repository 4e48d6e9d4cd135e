/** What the address of a list asks it to show. */

/** Each list knows its own filters; unknown values are dropped there. */
export type ListSearch = {
  search?: string;
  sort?: string;
  cursor?: string;
  status?: string;
  payment?: string;
  kind?: string;
  account?: string;
  currency?: string;
  attention?: string;
  span?: string;
  from?: string;
  to?: string;
  source?: string;
  statement?: string;
  operation?: string;
};

export const texts = (search: Record<string, unknown>, names: readonly (keyof ListSearch)[]): ListSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );

export const listSearch = (search: Record<string, unknown>): ListSearch =>
  texts(search, ['search', 'sort', 'cursor', 'status', 'payment', 'kind']);

export const reconciliationSearch = (search: Record<string, unknown>): ListSearch =>
  texts(search, ['search', 'cursor', 'status', 'source', 'statement']);
