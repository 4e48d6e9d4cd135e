/** The time that facts are of. */

/**
 * `since` and `until` of the whole, and where its parts begin; `now` by the book's clock, and how many milliseconds that is
 * ahead of the time at which rows are written.
 */
export type FactsIn = { since: Date; until: Date; starts: readonly Date[]; now: Date; ahead: number };
