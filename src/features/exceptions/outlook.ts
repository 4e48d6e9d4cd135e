/** The next settlements, by which orders on hold, shortfalls and paused schedules are judged: read once for a request. */
import { findNextSettlements, type NextSettlement } from '../settlements/home/next-settlements.ts';
import type { SettlementSettings } from '../settlements/schedule-settings.ts';
import { findSettings } from '../settlements/schedules.repository.ts';
import type { Reader } from './exception.ts';

export type Outlook = { settings: SettlementSettings; next: readonly NextSettlement[] };

/** A reader lives as long as its request. */
const outlooks = new WeakMap<Reader, Promise<Outlook>>();

export function lookAhead(reader: Reader): Promise<Outlook> {
  const known = outlooks.get(reader);
  if (known !== undefined) return known;
  const reading = read(reader);
  outlooks.set(reader, reading);
  return reading;
}

async function read({ db, clock, book }: Reader): Promise<Outlook> {
  const settings = await findSettings(db, book);
  return { settings, next: await findNextSettlements({ db, clock }, book, settings) };
}
