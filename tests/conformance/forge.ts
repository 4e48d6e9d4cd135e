/** What an attacker makes of a genuine notice without knowing its secret. */
import type { Notices, SentNotice } from './harness.ts';

/** @returns what each is, and it. None of them may be taken. */
export function forgeriesOf(notice: SentNotice, provenBy: Notices['provenBy']): [string, SentNotice][] {
  const { body, headers, query = {} } = notice;
  const all: [string, SentNotice][] = [
    ['without any proof', { body, headers: {}, query: {} }],
    ['with another proof', { body, headers: changed(headers), query: changed(query) }],
    ['with an empty proof', { body, headers: emptied(headers), query: emptied(query) }],
  ];
  if (provenBy === 'secret') return all;
  const text = body.toString();
  return [
    ...all,
    ['with one byte more', { ...notice, body: `${text} ` }],
    [
      'with another letter',
      { ...notice, body: text.replace(/[a-z](?=[^a-z]*$)/i, (one) => (one === 'x' ? 'y' : 'x')) },
    ],
    ['with an empty body', { ...notice, body: '' }],
  ];
}

type Values = Readonly<Record<string, string>>;

const changed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]),
  );

const emptied = (values: Values): Values => Object.fromEntries(Object.keys(values).map((name) => [name, '']));
