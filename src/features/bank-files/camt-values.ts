/** What the readers of camt messages have in common: the statement around an entry, dates, the bank's codes. Pure. */
import { type Read, readDay, shown } from './file-values.ts';
import { textOf, type XmlRecord } from './xml-records.ts';

export type CamtType = 'camt.052' | 'camt.053' | 'camt.054';

/** One `Stmt`, `Rpt` or `Ntfctn`. */
export type CamtStatement = {
  type: CamtType;
  account: string | undefined;
  owner: string | undefined;
  currency: string | undefined;
  number: string | undefined;
  createdOn: string | undefined;
  /** The only day that it is of, as written, where it says so: that of entries without a date. */
  day: string | undefined;
};

/** In the bank's own time, as written. */
type Moment = { on: string; time: string | undefined };

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** A date or a date with a time; undefined when there is none. Midnight is what banks write who know no time. */
export function readDayOf(text: string | undefined): Read<Moment> | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, hour, minute, second] = pattern.exec(text) ?? [];
  if (year === undefined) return { ok: false, problem: `has ${shown(text)} as a date, which is not one` };
  const read = readDay(Number(year), Number(month), Number(day));
  if (!read.ok) return read;
  const time = hour === undefined ? undefined : `${hour}:${minute}:${second}`;
  const isTime = time !== undefined && time !== '00:00:00' && Number(hour) < 24 && Number(minute) < 60;
  return { ok: true, value: { on: read.value, time: isTime ? time : undefined } };
}

/** `PMNT/RCDT/ESCT`, or the bank's own code. */
export function readCode(element: XmlRecord | undefined): string | undefined {
  const domain = ['Domn/Cd', 'Domn/Fmly/Cd', 'Domn/Fmly/SubFmlyCd'].flatMap((path) => textOf(element, path) ?? []);
  return domain.length > 0 ? domain.join('/') : textOf(element, 'Prtry/Cd');
}
