/**
 * How the times of a place are written: in a list without the year where it is this one, and under the heading of a day without
 * the day. The exact instant stands on hover.
 */
import { createContext } from 'react';
import { bookTime } from '../api/book-time.ts';

type TimeForm = {
  /** This year is left out. */
  isBrief: boolean;
  /** What a heading above says already, as `dayOf` writes it. */
  day?: string;
};

export const InstantForm = createContext<TimeForm>({ isBrief: false });

export const inBrief: TimeForm = { isBrief: true };

/** The reader's day of a time, to compare it with another one. */
export const dayOf = (time: Date): string => `${time.getFullYear()}-${time.getMonth() + 1}-${time.getDate()}`;

export const isThisYear = (time: Date): boolean => time.getFullYear() === new Date(bookTime()).getFullYear();
