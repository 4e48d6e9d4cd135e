/** Which lines of a new statement are known: days that are repeated, and runs of lines. */
import { describe, expect, it } from 'vitest';
import { type LinePair, LinePairs } from './line-pairs.ts';
import { alignDay, createSharedDays, findRepeatedDays, type SharedDay } from './overlap.ts';

const day = (name: string, stored: number, common: number, weight = common): SharedDay => ({
  day: name,
  stored,
  common,
  weight,
});

it.each<[string, SharedDay[], string[]]>([
  ['one line is no proof', [day('1', 1, 1)], []],
  ['two equal lines are one kind', [day('1', 2, 2, 1)], []],
  ['two lines are', [day('1', 2, 2)], ['1']],
  ['one with a time is', [day('1', 1, 1, 2)], ['1']],
  ['neighbors count together', [day('1', 1, 1), day('2', 1, 1)], ['1', '2']],
  ['a day that lacks a stored line is none', [day('1', 3, 2)], []],
  ['and divides its neighbors', [day('1', 1, 1), day('2', 2, 1), day('3', 1, 1)], []],
  ['which may be enough alone', [day('1', 2, 2), day('2', 2, 1), day('3', 1, 1)], ['1']],
  ['no days', [], []],
])('of days: %s', (_name, days, repeated) => {
  expect([...findRepeatedDays(days)]).toEqual(repeated);
});

it('pairs come back as they were, in order, however many there are', () => {
  const certainties = ['known', 'open', 'knownOnRepeatedDay'] as const;
  const all = Array.from(
    { length: 2_500 },
    (_, n): LinePair => ({
      ...{ id: BigInt(n) * 10n ** 12n, lineNumber: n + 1, lineId: 7n + BigInt(n), day: `2031-03-0${1 + (n % 3)}` },
      certainty: certainties[n % 3] as LinePair['certainty'],
    }),
  );
  const pairs = new LinePairs();
  for (const one of all) pairs.add(one);
  const chunks = [...pairs.chunks(1_000)];
  expect(chunks.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  expect(chunks.flat()).toEqual(all);
});

describe('a day in part', () => {
  /** Letters are lines, in the order of their files; a digit has a time of day. */
  const lines = (text: string) => [...text].map((key) => ({ key, timed: /\d/.test(key) }));
  const verdicts = (file: string, stored: string, isBeside = false) =>
    alignDay(lines(file), lines(stored), isBeside)
      .map((one) => one[0])
      .join('');

  it.each<[string, file: string, stored: string, isBeside: boolean, expected: string]>([
    ['a second transfer like the last', 'xy', 'ax', false, 'pn'],
    ['a run of two at its beginning', 'bxc', 'abx', false, 'rrn'],
    ['and then the last one again', 'bxx', 'abx', false, 'rrn'],
    ['and then one from before the run', 'bxa', 'abx', false, 'rrp'],
    ['the newest first', 'cxb', 'xba', false, 'nrr'],
    ['a part of what was stored', 'bc', 'abcd', false, 'rr'],
    ['twice the same is no run', 'xx', 'axx', false, 'pp'],
    ['more than was stored', 'xxx', 'axx', false, 'ppn'],
    ['beside a repeated day one is enough', 'x', 'ax', true, 'r'],
    ['but not with others', 'xy', 'ax', true, 'pn'],
    ['nor out of its place', 'xy', 'xa', true, 'pn'],
    ['times are sure', '1y', 'a1', false, 'rn'],
    ['and counted', '11', 'a1', false, 'rn'],
    ['repeated beginnings', 'ababc', 'xabab', false, 'rrrrn'],
    ['nothing in common', 'ab', 'cd', false, 'nn'],
    ['a run, although an earlier line is like it', 'bx', 'xabx', false, 'rr'],
    ['a run behind more of its first lines', 'xxy', 'xxxy', false, 'rrr'],
    ['nothing stored', 'ab', '', false, 'nn'],
  ])('%s', (_name, file, stored, isBeside, expected) => {
    expect(verdicts(file, stored, isBeside)).toBe(expected);
  });
});

describe('with lines of other formats', () => {
  const pair = (name: string, key: string, weight: number) => ({ day: name, key, weight });
  it.each<[string, SharedDay[], [string, number][], ReturnType<typeof pair>[], SharedDay[]]>([
    ['there are none', [day('1', 2, 1)], [], [], [day('1', 2, 1)]],
    ['they are stored too', [day('1', 2, 1)], [['1', 3]], [], [day('1', 5, 1)]],
    [
      'on days of their own, in order',
      [day('2', 1, 1)],
      [
        ['3', 1],
        ['1', 2],
      ],
      [],
      [day('1', 2, 0), day('2', 1, 1), day('3', 1, 0)],
    ],
    ['each pair is common', [], [['1', 3]], [pair('1', 'a', 1), pair('1', 'b', 2)], [day('1', 3, 2, 3)]],
    ['equal lines weigh once', [], [['1', 3]], [pair('1', 'a', 1), pair('1', 'a', 1)], [day('1', 3, 2, 1)]],
    [
      'as much as the best of them',
      [],
      [['1', 3]],
      [pair('1', 'a', 1), pair('1', 'a', 2), pair('1', 'a', 0)],
      [day('1', 3, 3, 2)],
    ],
    ['and no more than proves the day', [], [['1', 3]], [pair('1', 'a', 2), pair('1', 'b', 2)], [day('1', 3, 2, 2)]],
    [
      'on each day anew',
      [],
      [
        ['1', 1],
        ['2', 1],
      ],
      [pair('1', 'a', 1), pair('2', 'a', 1)],
      [day('1', 1, 1), day('2', 1, 1)],
    ],
    ['not on a day of which nothing is stored', [day('1', 1, 1)], [], [pair('2', 'a', 1)], [day('1', 1, 1)]],
  ])('%s', (_name, own, counts, pairs, expected) => {
    const days = createSharedDays(own, new Map(counts));
    for (const one of pairs) days.add(one);
    expect(days.finish()).toEqual(expected);
  });
});
