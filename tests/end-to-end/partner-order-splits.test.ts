/**
 * Splits of POST /orders: links, their modes, sums and shadow orders (docs/contract/partner.md, "Record an order" and
 * "Shadow ledger").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateOf } from '../support/database-state.ts';
import { changeCompany, endLink, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let company: bigint;
let test: PartnerClient;
let live: PartnerClient;
let merchant: number;
let courier: number;

beforeAll(async () => {
  server = await createTestServer();
  company = await makeCompany(server.db);
  merchant = Number(await makeLink(server.db, company, 'merchant'));
  courier = Number(await makeLink(server.db, company, 'courier'));
  test = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});
afterAll(() => server.close());

const split = (beneficiary_type: string, beneficiary_ref: number | undefined, amount = 12.5) => ({
  beneficiary_type,
  beneficiary_ref,
  amount,
});
const named = (type: string, ref: number) => orderBody({ splits: [split('partner', undefined, 0), split(type, ref)] });

async function expectRefused(client: PartnerClient, body: unknown, code: string, fields: string[]): Promise<void> {
  const before = await stateOf(server.database);
  const answer = await client.post('/orders', body);
  const { error } = answer.json();
  expect({
    status: answer.statusCode,
    code: error?.code,
    fields: error?.details.map((one: { field: string }) => one.field),
  }).toEqual({
    status: 422,
    code,
    fields,
  });
  expect(await stateOf(server.database)).toBe(before);
}

async function warningsOf(client: PartnerClient, body: unknown): Promise<string[]> {
  const answer = await client.post('/orders', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.warnings;
}

describe('docs/contract/partner.md, "Record an order": beneficiary_ref is an active link of this company and of that type', () => {
  it('in both modes: links serve both', async () => {
    for (const client of [test, live]) {
      expect(await warningsOf(client, named('merchant', merchant))).toEqual([]);
      expect(await warningsOf(client, named('courier', courier))).toEqual([]);
    }
  });

  it('live: an unknown one, one of the other type, of another company or ended is a 422 unknown_beneficiary', async () => {
    const foreign = Number(await makeLink(server.db, await makeCompany(server.db), 'merchant'));
    const ended = await makeLink(server.db, company, 'merchant');
    await endLink(server.db, company, ended);
    for (const [type, ref] of [
      ['merchant', 999_999],
      ['merchant', courier],
      ['courier', merchant],
      ['merchant', foreign],
      ['merchant', Number(ended)],
      ['merchant', Number.MAX_SAFE_INTEGER],
    ] as const) {
      await expectRefused(live, named(type, ref), 'unknown_beneficiary', ['splits[1].beneficiary_ref']);
    }
  });

  it('live: every unknown one is named, up to 100', async () => {
    const splits = Array.from({ length: 150 }, (_, index) => split('merchant', 800_000 + index, 0.01));
    await expectRefused(
      live,
      orderBody({ splits }),
      'unknown_beneficiary',
      splits.slice(0, 100).map((_, index) => `splits[${index}].beneficiary_ref`),
    );
  });

  it('test: an unknown one is recorded with a warning, so that a first integration works', async () => {
    const warnings = await warningsOf(test, named('merchant', 999_999));
    expect(warnings).toEqual(['splits[1].beneficiary_ref is not an active merchant link of this company.']);
  });

  it('a link made a moment ago is known, though it was asked for before', async () => {
    const next = Number(await makeLink(server.db, company, 'merchant')) + 1;
    await expectRefused(live, named('merchant', next), 'unknown_beneficiary', ['splits[1].beneficiary_ref']);
    expect(Number(await makeLink(server.db, company, 'merchant'))).toBe(next);
    expect(await warningsOf(live, named('merchant', next))).toEqual([]);
  });

  it('may be absent for a merchant or a courier, in both modes', async () => {
    for (const client of [test, live]) {
      expect(
        await warningsOf(
          client,
          orderBody({ splits: [split('merchant', undefined, 10), split('courier', undefined, 2.5)] }),
        ),
      ).toEqual([]);
    }
  });
});

describe('docs/contract/partner.md, "Record an order": the sum of the splits', () => {
  it.each([
    ['more', [10, 5], '+2.50 EUR'],
    ['less', [10, 2.49], '-0.01 EUR'],
    ['nothing', [0, 0], '-12.50 EUR'],
  ])(
    'may be %s than total_amount: recorded, with the signed difference as a warning (docs/contract/partner.md, "Record an order")',
    async (_name, amounts, shown) => {
      const splits = amounts.map((amount) => split('partner', undefined, amount));
      expect(await warningsOf(test, orderBody({ splits }))).toEqual([
        `The splits differ from total_amount by ${shown}.`,
      ]);
    },
  );

  it('is added without a float: 0.1 + 0.2 is 0.3', async () => {
    const splits = [split('partner', undefined, 0.1), split('partner', undefined, 0.2)];
    expect(await warningsOf(test, orderBody({ total_amount: 0.3, splits }))).toEqual([]);
  });

  it('is held with 200 splits of the largest amounts', async () => {
    const splits = Array.from({ length: 200 }, () => split('partner', undefined, 999_999_999_999.99));
    expect(await warningsOf(test, orderBody({ splits }))).toEqual([
      'The splits differ from total_amount by +199999999999985.50 EUR.',
    ]);
  });

  it('must be exact where the company asks for it: then a difference is a 422 (docs/contract/partner.md, "Record an order")', async () => {
    const strict = await makeCompany(server.db, { requireExactSplits: true });
    const client = createPartnerClient(server.app, await makeKey(server.db, strict));
    const body = orderBody({ splits: [split('partner', undefined, 12.49)] });
    await expectRefused(client, body, 'validation_failed', ['splits']);
    expect(await warningsOf(client, { ...body, splits: [split('partner', undefined, 12.5)] })).toEqual([]);
    // An existing ref wins over it.
    expect((await client.post('/orders', body)).statusCode).toBe(200);
    await changeCompany(server.db, strict, { requireExactSplits: false });
  });
});

describe('docs/contract/partner.md, "Shadow ledger": shadow orders', () => {
  it('keep the restaurant’s ref and name', async () => {
    const answer = await test.post(
      '/orders',
      orderBody({ is_shadow: true, shadow_merchant_ref: 'r-1', shadow_merchant_name: 'Taverna' }),
    );
    expect(answer.json().data).toMatchObject({
      is_shadow: true,
      shadow_merchant_ref: 'r-1',
      shadow_merchant_name: 'Taverna',
      warnings: [],
    });
  });

  it('the shadow fields without is_shadow: recorded, ignored, with a warning (docs/contract/partner.md, "Shadow ledger")', async () => {
    for (const field of ['shadow_merchant_ref', 'shadow_merchant_name']) {
      const answer = await test.post('/orders', orderBody({ is_shadow: false, [field]: 'x' }));
      expect(answer.statusCode).toBe(201);
      expect(answer.json().data).toMatchObject({ is_shadow: false, [field]: 'x' });
      expect(answer.json().data.warnings).toEqual([
        'shadow_merchant_ref and shadow_merchant_name are ignored unless is_shadow is true.',
      ]);
    }
  });
});
