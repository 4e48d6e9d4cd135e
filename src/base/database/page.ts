/** Which part of a list a query reads. */

/** Where a sorted list goes on: the sort key of the last row that was read, and that row's id. */
export type SortedPlace = { key: bigint; id: bigint };

/** The rows that follow `after` in the order of the list, or its first ones; at most `limit`. */
export type Page<Cursor = bigint> = { after?: Cursor | undefined; limit: number };
