/** Where a date may break: on one line within a sentence, on two where half a phone has no room for a day and its time. */

/** The space before `1:05`, `01.05.09` or `١:٠٥`, whatever the locale puts between the day and the time. */
const beforeTime = /\s(?=\p{Nd}{1,2}[^\p{Nd}\s]\p{Nd}{2}(?!\p{Nd}))/u;

/** @param date as a locale writes it, with a time or without. */
export const unbrokenDate = (date: string): string =>
  date
    .split(beforeTime)
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' ');
