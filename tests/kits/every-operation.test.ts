/** Each client library drives every operation of interfaces A and B against the real service. */
import { expect, it } from 'vitest';
import { isOfMerchants, isOfPartners, operationsOf } from '../reference/calls.ts';
import { createReferenceWorld, playMerchant, playPartner, type Sent } from '../reference/scenario.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer } from '../support/test-server.ts';
import { programs, startKit } from './kit.ts';
import { settingsOf } from './settings.ts';

for (const [name, program] of Object.entries(programs)) {
  it.skipIf(program === undefined)(`drives every operation in ${name}`, async () => {
    const server = await createTestServer({ clock: createTestClock() });
    const baseUrl = await server.listen();
    const world = await createReferenceWorld(server);
    const kit = await startKit(program as NonNullable<typeof program>, settingsOf(baseUrl, world));
    try {
      const operations = (await operationsOf(server.app)).filter((one) => isOfMerchants(one) || isOfPartners(one));
      expect(kit.calls.sort()).toEqual(operations.map(({ id }) => id).sort());
      const call = async (id: string, sent: Sent = {}) => {
        const { answer, error } = await kit.call({ id, ...sent });
        expect(error, id).toBeUndefined();
        return answer;
      };
      await playMerchant(call, world);
      await playPartner(call, world);
      await expectBooksToHold(server.db);
    } finally {
      kit.close();
      await server.close();
    }
  });
}
