/** docs/webhooks.md, "Retries": which due deliveries are claimed, as a table. */
import { describe, expect, it } from 'vitest';
import { chooseDue, type DueLane, perHostMax } from './choose-due.ts';

/** `a1`, `a2` and so on, to one host. */
const lane = (id: string, count: number, { room = 10, host = id } = {}): DueLane => ({
  holderId: 1n,
  id,
  room,
  due: Array.from({ length: count }, (_, n) => ({ eventId: `${id}${n + 1}`, host })),
});
const choose = (lanes: DueLane[], { limit = 256, underWay = {} as Record<string, number> } = {}): string[] =>
  chooseDue(lanes, new Map(Object.entries(underWay)), limit).map(({ eventId }) => eventId);

describe('what is claimed', () => {
  it.each<[string, string[], string[]]>([
    ['nothing of nothing', choose([]), []],
    [
      'the first of every endpoint before the second of any',
      choose([lane('a', 3), lane('b', 1)]),
      ['a1', 'b1', 'a2', 'a3'],
    ],
    [
      'no more of an endpoint than it has room for',
      choose([lane('a', 3, { room: 2 }), lane('b', 1, { room: 0 })]),
      ['a1', 'a2'],
    ],
    ['nothing of one that has more under way than it may', choose([lane('a', 1, { room: -8 })]), []],
    ['no more than the process can take', choose([lane('a', 3), lane('b', 3)], { limit: 3 }), ['a1', 'b1', 'a2']],
    [
      'no more to a host than it has places, whose endpoints share them',
      choose([lane('a', 2, { host: 'h' }), lane('b', 2, { host: 'h' }), lane('c', 1)], {
        underWay: { h: perHostMax - 3 },
      }),
      ['a1', 'b1', 'c1', 'a2'],
    ],
    ['nothing to a full host', choose([lane('a', 2), lane('b', 1)], { underWay: { a: perHostMax } }), ['b1']],
  ])('%s', (_name, chosen, expected) => {
    expect(chosen).toEqual(expected);
  });

  it('names the endpoint and its holder', () => {
    expect(chooseDue([lane('a', 1)], new Map(), 1)).toEqual([{ holderId: 1n, endpointId: 'a', eventId: 'a1' }]);
  });
});
