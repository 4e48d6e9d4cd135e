/**
 * Each client library drives every operation of interfaces A and B against the real service, and shows each field of its
 * answers under its name. The library for TypeScript, whose answers are what arrived, does so in `tests/reference/sdk.test.ts`.
 */
import { expect, it } from 'vitest';
import { isOfMerchants, isOfPartners, operationsOf } from '../reference/calls.ts';
import { createReferenceWorld, playMerchant, playPartner, type Sent } from '../reference/scenario.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer } from '../support/test-server.ts';
import { missing, programs, startKit } from './kit.ts';
import { createProxy, type Passed } from './proxy.ts';
import { settingsOf } from './settings.ts';

for (const [name, program] of Object.entries(programs)) {
  it(`drives every operation in ${name}`, async ({ skip }) => {
    skip(program === undefined, missing(name));
    const server = await createTestServer({ clock: createTestClock() });
    const proxy = await createProxy(await server.listen());
    const world = await createReferenceWorld(server);
    const kit = await startKit(program as NonNullable<typeof program>, settingsOf(proxy.origin, world));
    try {
      const operations = (await operationsOf(server.app)).filter((one) => isOfMerchants(one) || isOfPartners(one));
      expect(kit.calls.sort()).toEqual(operations.map(({ id }) => id).sort());
      const driven = new Set<string>();
      const call = async (id: string, sent: Sent = {}) => {
        driven.add(id);
        proxy.passed.length = 0;
        const { answer, error } = await kit.call({ id, ...sent });
        expect(error, id).toBeUndefined();
        const { method, path } = operations.find((one) => one.id === id) ?? { method: '', path: '' };
        const address = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        const own = proxy.passed.filter((one) => one.method === method && address.test(one.path));
        expect(own, id).toHaveLength(1);
        if (id !== 'createAccessToken') expect(differences(arrived(own[0] as Passed, answer), answer), id).toEqual([]);
        return answer;
      };
      // A call requests an access token before, which is this operation.
      await playMerchant(call, world);
      await playPartner(call, world);
      expect([...driven].sort()).toEqual(kit.calls);
      await expectBooksToHold(server.db);
    } finally {
      kit.close();
      await proxy.close();
      await server.close();
    }
  });
}

/** What the library's answer should show: a page whole, of everything else its data. */
function arrived({ answer: text }: Passed, answer: { next_cursor?: unknown }): unknown {
  if (!text.startsWith('{')) return text;
  const { data, next_cursor, totals } = JSON.parse(text);
  const isPage = next_cursor !== undefined && !Array.isArray(answer);
  return isPage ? { data, next_cursor, totals } : data;
}

/** Amounts are texts in the library, and what did not arrive is null or empty. */
function differences(sent: unknown, shown: unknown, path = ''): string[] {
  if (typeof sent === 'number') return String(sent) === String(shown) ? [] : [`${path} is ${JSON.stringify(shown)}`];
  if (sent === undefined) return shown === null || JSON.stringify(shown) === '[]' ? [] : [`${path} never arrived`];
  if (typeof sent !== 'object' || sent === null) return sent === shown ? [] : [`${path} is ${JSON.stringify(shown)}`];
  if (typeof shown !== 'object' || shown === null) return [`${path} is missing`];
  return [...new Set([...Object.keys(sent), ...Object.keys(shown)])].flatMap((key) =>
    differences(sent[key as never], shown[key as never], `${path}.${key}`),
  );
}
