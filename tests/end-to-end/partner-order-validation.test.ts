/** POST /orders: every rule on a single field, as a table. A refusal names each field once and writes nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let partner: PartnerClient;
let merchant: number;
let before: string;

beforeAll(async () => {
  server = await createTestServer();
  const company = await makeCompany(server.db);
  merchant = Number(await makeLink(server.db, company, 'merchant'));
  partner = createPartnerClient(server.app, await makeKey(server.db, company));
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await stateOf(server.database);
});

const fieldsOf = (answer: { json(): { error: { details: { field: string }[] } } }): string[] =>
  answer.json().error.details.map((detail) => detail.field);

async function expectRefused(body: unknown, fields: string[], message?: string): Promise<void> {
  const answer = await partner.post('/orders', body);
  expect({ status: answer.statusCode, code: answer.json().error?.code, fields: fieldsOf(answer).sort() }).toEqual({
    status: 422,
    code: 'validation_failed',
    fields: [...fields].sort(),
  });
  if (message !== undefined) expect(answer.json().error.details[0].message).toBe(message);
  expect(await stateOf(server.database)).toBe(before);
}

async function expectRecorded(body: unknown): Promise<Record<string, unknown>> {
  const answer = await partner.post('/orders', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
}

/** `it.each` spreads rows that are arrays. */
const rows = (values: unknown[]): [unknown][] => values.map((value) => [value]);

const wrongTypes: unknown[] = [true, false, 0, 1, 12.5, '', 'x', [], {}, [[]]];
const without = (kept: unknown[]): unknown[] => wrongTypes.filter((value) => !kept.includes(value));
const isText = (value: unknown) => typeof value === 'string';

describe('docs/contract/partner.md, "Record an order": a required field', () => {
  it.each(['partner_order_ref', 'payment_source', 'total_amount', 'currency', 'splits'])(
    '%s may be neither missing nor null',
    async (field) => {
      await expectRefused(orderBody({ [field]: undefined }), [field]);
      await expectRefused(orderBody({ [field]: null }), [field]);
    },
  );

  it('all missing at once: each is named once', async () => {
    await expectRefused({}, ['partner_order_ref', 'payment_source', 'total_amount', 'currency', 'splits']);
  });

  it.each(['beneficiary_type', 'amount'])('of a split, %s, may be neither missing nor null', async (field) => {
    const split = { beneficiary_type: 'partner', amount: 1 };
    await expectRefused(orderBody({ splits: [split, { ...split, [field]: undefined }] }), [`splits[1].${field}`]);
    await expectRefused(orderBody({ splits: [split, { ...split, [field]: null }] }), [`splits[1].${field}`]);
  });
});

describe('docs/contract/partner.md, "Partner envelope": nothing is coerced', () => {
  it.each(rows(wrongTypes.filter((value) => !isText(value))))('partner_order_ref %j is refused', (value) =>
    expectRefused(orderBody({ partner_order_ref: value }), ['partner_order_ref']),
  );
  it.each(rows(wrongTypes))('payment_source %j is refused', (value) =>
    expectRefused(orderBody({ payment_source: value }), ['payment_source']),
  );
  it.each(rows([...without([1, 12.5]), '12.50', '1']))('total_amount %j is refused', (value) =>
    expectRefused(orderBody({ total_amount: value }), ['total_amount']),
  );
  it.each(rows([...wrongTypes, 'eur', 'EU', 'EURO', ' EUR', 'EUR\u0000', 'XYZ']))('currency %j is refused', (value) =>
    expectRefused(orderBody({ currency: value }), ['currency']),
  );
  it.each(rows([...without([wrongTypes[7]]), []]))('splits %j is refused', async (value) => {
    const answer = await partner.post('/orders', orderBody({ splits: value }));
    expect(answer.statusCode).toBe(422);
    expect(fieldsOf(answer)).toEqual(JSON.stringify(value) === '[[]]' ? ['splits[0]'] : ['splits']);
    expect(await stateOf(server.database)).toBe(before);
  });
  it.each(rows([null, true, 1, 'x', []]))('a split that is %j is refused at its place', (value) =>
    expectRefused(orderBody({ splits: [{ beneficiary_type: 'partner', amount: 1 }, value] }), ['splits[1]']),
  );
  it.each(rows(wrongTypes))('beneficiary_type %j is refused', (value) =>
    expectRefused(orderBody({ splits: [{ beneficiary_type: value, amount: 1 }] }), ['splits[0].beneficiary_type']),
  );
  it.each(rows([true, '7', 1.5, 0, -1, 2 ** 53, [], {}]))('beneficiary_ref %j is refused', (value) =>
    expectRefused(orderBody({ splits: [{ beneficiary_type: 'merchant', beneficiary_ref: value, amount: 1 }] }), [
      'splits[0].beneficiary_ref',
    ]),
  );
  it.each(rows([true, false, '1', '', [], {}, -0.01]))('split amount %j is refused', (value) =>
    expectRefused(orderBody({ splits: [{ beneficiary_type: 'partner', amount: value }] }), ['splits[0].amount']),
  );
  it.each(rows([0, 1, 'true', 'false', '', [], {}]))('is_shadow %j is refused', (value) =>
    expectRefused(orderBody({ is_shadow: value }), ['is_shadow']),
  );
  it.each(['idempotency_key', 'shadow_merchant_ref', 'shadow_merchant_name'])('%s must be text', async (field) => {
    for (const value of [true, 7, [], {}, '']) await expectRefused(orderBody({ [field]: value }), [field]);
  });
});

describe('docs/contract/partner.md, "Record an order": a bound', () => {
  it('total_amount is greater than 0, in a literal that a double would round to 0 too', async () => {
    for (const literal of ['0', '-0', '-0.01', '-12.5', '0.0', '1e-400', '0e5']) {
      const body = JSON.stringify(orderBody({ total_amount: 12345.67 })).replace('12345.67', literal);
      await expectRefused(body, ['total_amount']);
    }
  });
  it('a split amount is 0 or more: -0 is 0', async () => {
    const body = JSON.stringify(orderBody({ splits: [{ beneficiary_type: 'partner', amount: 777 }] }));
    const order = await expectRecorded(body.replace('777', '-0'));
    expect(order.splits).toEqual([{ beneficiary_type: 'partner', beneficiary_ref: null, amount: 0 }]);
  });
  it('of 200 splits is kept, 201 are one problem', async () => {
    const splits = (count: number) =>
      Array.from({ length: count }, () => ({ beneficiary_type: 'partner', amount: 0.01 }));
    expect((await expectRecorded(orderBody({ splits: splits(200) }))).splits).toHaveLength(200);
    before = await stateOf(server.database);
    await expectRefused(orderBody({ splits: splits(201) }), ['splits']);
  });
  it('25,000 bad splits are one problem, not 50,000', () =>
    expectRefused(orderBody({ splits: Array(25_000).fill(0) }), ['splits']));
  it('too many splits do not hide what else is wrong', () =>
    expectRefused({ splits: Array(201).fill(0), payment_source: 'cash', total_amount: 1.001, currency: 'EUR' }, [
      'partner_order_ref',
      'payment_source',
      'splits',
      'total_amount',
    ]));
  it('at most 100 problems are listed', async () => {
    const splits = Array.from({ length: 150 }, () => ({ beneficiary_type: 'nobody', amount: -1 }));
    const answer = await partner.post('/orders', orderBody({ splits }));
    expect(new Set(fieldsOf(answer)).size).toBe(100);
    expect(answer.json().error.details).toHaveLength(100);
  });
  it.each(['partner_order_ref', 'idempotency_key', 'shadow_merchant_ref', 'shadow_merchant_name'])(
    '%s has 1 to 255 characters, an emoji counts as one',
    async (field) => {
      const text = (letter: string) => field + letter.repeat(255 - field.length);
      await expectRecorded(orderBody({ is_shadow: true, [field]: text('x') }));
      await expectRecorded(orderBody({ is_shadow: true, [field]: text('🍕') }));
      before = await stateOf(server.database);
      await expectRefused(orderBody({ [field]: `${text('x')}x` }), [field]);
      await expectRefused(orderBody({ [field]: '🍕'.repeat(256) }), [field]);
    },
  );
});

describe('docs/contract/partner.md, "Partner envelope": amounts are read exactly', () => {
  const tooLong = 'has too many digits to be read exactly';
  const withTotal = (literal: string, currency = 'EUR') =>
    JSON.stringify(
      orderBody({ total_amount: 12345.67, currency, splits: [{ beneficiary_type: 'partner', amount: 0 }] }),
    ).replace('12345.67', literal);

  it.each([
    ['0.1', 'EUR', '0.1'],
    ['0.30', 'EUR', '0.3'],
    ['12.340000000000000000000', 'EUR', '12.34'],
    ['1.0E2', 'EUR', '100'],
    ['1250e-2', 'EUR', '12.5'],
    ['999999999999.99', 'EUR', '999999999999.99'],
    ['500', 'JPY', '500'],
    ['500.00', 'JPY', '500'],
    ['1.234', 'KWD', '1.234'],
    ['999999999999.999', 'KWD', '999999999999.999'],
    // As PHP writes 19.99 with serialize_precision=17.
    ['19.989999999999998', 'EUR', '19.99'],
  ])('%s %s is taken and answered as %s', async (literal, currency, shown) => {
    const answer = await partner.post('/orders', withTotal(literal, currency));
    expect(answer.statusCode, answer.body).toBe(201);
    expect(/"order_amount":([^,]+)/.exec(answer.body)?.[1]).toBe(shown);
  });

  it.each([
    ['1e400', 'EUR', tooLong],
    ['-1e400', 'EUR', tooLong],
    ['0.30000000000000004', 'EUR', 'has more decimals than EUR allows'],
    ['0.10000000000000000001', 'EUR', tooLong],
    ['19.9899999999999984', 'EUR', tooLong],
    ['1234567890123456789012345', 'EUR', tooLong],
    ['9007199254740993', 'EUR', tooLong],
    ['1000000000000', 'EUR', 'must be < 1000000000000'],
    ['12.345', 'EUR', 'has more decimals than EUR allows'],
    ['500.5', 'JPY', 'has more decimals than JPY allows'],
    ['1.2345', 'KWD', 'has more decimals than KWD allows'],
  ])('%s %s is refused: %s', (literal, currency, message) =>
    expectRefused(withTotal(literal, currency), ['total_amount'], message),
  );

  it('the same holds for a split', async () => {
    for (const literal of ['1e400', '0.10000000000000000001', '12.345', '1234567890123456789012345']) {
      const body = orderBody({ splits: [{ beneficiary_type: 'partner', amount: 777 }] });
      await expectRefused(JSON.stringify(body).replace('777', literal), ['splits[0].amount']);
    }
  });
  it.each(['XAU', 'XDR', 'XXX', 'XTS', 'CLF', 'UYW'])('%s has no usable minor unit and is refused', (currency) =>
    expectRefused(orderBody({ currency }), ['currency']),
  );
});

describe('docs/contract/partner.md, "Record an order": text', () => {
  it.each([
    ['NUL', '\\u0000'],
    ['a line feed', '\\n'],
    ['an escape', '\\u001b'],
    ['DEL', '\\u007f'],
    ['a C1 control', '\\u0085'],
    ['an unpaired high surrogate', '\\ud800'],
    ['an unpaired low surrogate', '\\udc00'],
    ['surrogates the wrong way round', '\\udc00\\ud800'],
  ])('%s is refused in every stored text', async (_name, escaped) => {
    for (const field of ['partner_order_ref', 'idempotency_key', 'shadow_merchant_ref', 'shadow_merchant_name']) {
      const body = JSON.stringify(orderBody({ is_shadow: true, [field]: 'a-MARK-b' }));
      await expectRefused(body.replace('MARK', escaped), [field]);
    }
  });
  it('any other text is kept as it is: spaces, quotes, slashes, joiners, two directions', async () => {
    for (const ref of [
      ' a ',
      `'";--`,
      '../a%2Fb',
      '👩‍👩‍👧',
      'שלום \u200fعليكم',
      'e\u0301',
      'é',
      '0',
      'null',
      '__proto__',
    ]) {
      expect((await expectRecorded(orderBody({ partner_order_ref: ref }))).partner_order_ref).toBe(ref);
    }
  });
  it('return_url and cancel_url are absolute http or https addresses', async () => {
    for (const field of ['return_url', 'cancel_url']) {
      for (const address of [
        'javascript:alert(1)',
        'ftp://a.example',
        'https://a.example/ b',
        'https://u:p@a.example',
        7,
      ]) {
        await expectRefused(orderBody({ payment_source: 'service', [field]: address }), [field]);
      }
    }
  });
});

describe('docs/contract/common.md, "Webhook addresses": webhook_url', () => {
  it.each([
    ['http://10.0.0.5/hook', 'http://10.0.0.5/hook'],
    ['not an address', 'not an address'],
    ['x'.repeat(2_049), null],
    [7, null],
    [{ url: [] }, null],
    [null, null],
    ['', null],
  ])('%.30j is recorded as %.20j, and refuses nothing', async (webhook_url, stored) => {
    const body = orderBody({ webhook_url });
    await expectRecorded(body);
    const { webhookUrl } = await server.db
      .selectFrom('orders')
      .select('webhookUrl')
      .where('partnerOrderRef', '=', body.partner_order_ref)
      .executeTakeFirstOrThrow();
    expect(webhookUrl).toBe(stored);
    const again = await partner.post('/orders', { ...body, webhook_url: 'https://other.example' });
    expect(again.json().data.warnings).toEqual(['webhook_url differs from the stored order, which is unchanged.']);
  });
});

describe('docs/contract/partner.md, "Record an order": a ref names something', () => {
  const nameless = ['.', '..', ' ', '\u00A0\u3000', '\u200B', '\u2060\u00AD', '\u3164', '\u2800'];

  it.each(['partner_order_ref', 'idempotency_key', 'shadow_merchant_ref', 'shadow_merchant_name'])(
    '%s is neither a dot nor invisible',
    async (field) => {
      for (const value of nameless) await expectRefused(orderBody({ is_shadow: true, [field]: value }), [field]);
      await expectRecorded(orderBody({ is_shadow: true, [field]: `${field}…` }));
      before = await stateOf(server.database);
    },
  );

  it('nor is the Idempotency-Key, or the ref of a refund, a claim or a payment outside', async () => {
    const { partner_order_ref: ref } = await expectRecorded(orderBody());
    before = await stateOf(server.database);
    const claim = { beneficiary_ref: merchant, claim_ref: '..' };
    const paid = { payment_ref: '\u200B', orders: [{ partner_order_ref: ref }] };
    const answers = {
      'Idempotency-Key': await partner.post('/orders', orderBody(), { 'idempotency-key': '..' }),
      refund_ref: await partner.post(`/orders/${ref}/refunds`, { refund_ref: ' ' }),
      claim_ref: await partner.post('/shadow/x/claims', claim),
      payment_ref: await partner.post('/shadow/paid-outside', paid),
      shadow_merchant_ref: await partner.post('/shadow/names', { shadow_merchant_ref: '.', partner_order_refs: [ref] }),
    };
    for (const [field, answer] of Object.entries(answers)) {
      expect([answer.statusCode, ...fieldsOf(answer)], answer.body).toEqual([422, field]);
    }
    expect(await stateOf(server.database)).toBe(before);
  });

  it('an order that has such a ref from before can be read', async () => {
    const { partner_order_ref: ref } = await expectRecorded(orderBody());
    for (const old of ['..', '\u200B']) {
      await server.db
        .updateTable('orders')
        .set({ partnerOrderRef: old })
        .where('partnerOrderRef', '=', ref as string)
        .execute();
      const answer = await partner.get(`/orders?partner_order_ref=${encodeURIComponent(old)}`);
      expect([answer.statusCode, answer.json().data[0]?.partner_order_ref]).toEqual([200, old]);
      await server.db
        .updateTable('orders')
        .set({ partnerOrderRef: ref as string })
        .where('partnerOrderRef', '=', old)
        .execute();
    }
  });
});

describe('docs/contract/partner.md, "Record an order": beneficiary_ref', () => {
  it('is refused for the partner’s own commission (docs/contract/partner.md, "Record an order")', () =>
    expectRefused(orderBody({ splits: [{ beneficiary_type: 'partner', beneficiary_ref: merchant, amount: 1 }] }), [
      'splits[0].beneficiary_ref',
    ]));
  it('may be null, which means absent (docs/contract/partner.md, "Record an order")', async () => {
    const order = await expectRecorded(
      orderBody({
        splits: [{ beneficiary_type: 'partner', beneficiary_ref: null, amount: 12.5 }],
        is_shadow: null,
        idempotency_key: null,
      }),
    );
    expect(order).toMatchObject({ is_shadow: false, warnings: [] });
  });
});
