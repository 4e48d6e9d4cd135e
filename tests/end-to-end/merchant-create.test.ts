/** POST /payment/create: docs/contract/merchant.md, "Create a payment", field by field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  base,
  createShop,
  dataOf,
  expectError,
  type Merchant,
  payment,
  publicUrl,
  type Shop,
  sandbox,
} from '../fixtures/shop.ts';

let shop: Shop;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  shop = await createShop();
  merchant = await shop.addMerchant();
  token = await shop.token(merchant.test);
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

/** Creates with some fields replaced; text stands for a raw JSON literal of the amount. */
const create = (fields: object): Promise<Answer> => shop.create(token, { ...payment, ...fields });
const createLiteral = (amount: string, currency = 'USD'): Promise<Answer> =>
  shop.create(token, `{"amount":${amount},"currency":"${currency}","return_url":"https://shop.test/ok"}`);

/** What was recorded, as the status tells it. */
async function recorded(answer: Answer): Promise<Record<string, unknown>> {
  return dataOf(await shop.status(token, dataOf(answer, /^CREATED$/).token as string));
}

describe('a payment', () => {
  it('is answered with 200, CREATED, its token and its hosted address, and nothing else', async () => {
    const answer = await create({});
    const data = dataOf(answer, /^CREATED$/);
    const id = data.token as string;
    expect(id).toMatch(/^[\w-]+$/);
    const url = `${publicUrl}/pay/api/v1/user/authentication/form/${id}`;
    expect(answer.text).toBe(
      `{"message":{"code":200,"success":["CREATED"]},"data":{"token":"${id}","payment_url":"${url}"},"type":"success"}`,
    );
  });

  it('has an address under the very base it was created through, and a page there', async () => {
    for (const at of [base, sandbox]) {
      const { payment_url: url, token: id } = dataOf(await shop.create(token, payment, {}, at));
      expect(url).toBe(`${publicUrl}${at}/user/authentication/form/${id}`);
      const page = await shop.call('GET', new URL(url as string).pathname);
      expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    }
  });

  it('never has an address made of the Host it was asked through', async () => {
    const answer = await shop.create(token, payment, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    expect(dataOf(answer).payment_url).toMatch(/^http:\/\/pay\.test\//);
  });

  it('may be created many times at once, each with a token of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => create({})));
    expect(new Set(answers.map((answer) => dataOf(answer).token)).size).toBe(100);
  });
});

describe('what is missing is named, the first one first', () => {
  it.each([
    ['amount', {}],
    ['amount', { currency: 'USD', return_url: 'https://shop.test' }],
    ['amount', { ...payment, amount: null }],
    ['amount', { ...payment, amount: '' }],
    ['currency', { amount: '1' }],
    ['currency', { ...payment, currency: null }],
    ['currency', { ...payment, currency: '' }],
    ['return_url', { amount: '1', currency: 'USD' }],
    ['return_url', { ...payment, return_url: null }],
    ['return_url', { ...payment, return_url: '' }],
  ])('%s of %j', async (field, body) => {
    expectError(await shop.create(token, body), 400, `The ${field} field is required.`);
  });
});

describe('amount', () => {
  it.each([
    ['"12.50"', 'USD', '12.50'],
    ['"12.5"', 'USD', '12.50'],
    ['"12"', 'USD', '12.00'],
    ['"0.01"', 'USD', '0.01'],
    ['"007.50"', 'USD', '7.50'],
    ['"999999999999.99"', 'USD', '999999999999.99'],
    ['12.5', 'USD', '12.50'],
    ['12', 'USD', '12.00'],
    ['0.1', 'USD', '0.10'],
    ['0.29', 'USD', '0.29'],
    ['999999999999.99', 'USD', '999999999999.99'],
    ['1e2', 'USD', '100.00'],
    // As PHP writes 19.99 and 0.07 with serialize_precision=17.
    ['19.989999999999998', 'USD', '19.99'],
    ['0.070000000000000007', 'USD', '0.07'],
    ['1.9989999999999998e1', 'USD', '19.99'],
    ['1.1499999999999999', 'KWD', '1.150'],
    ['500.00000000000001', 'JPY', '500.00'],
    ['"500"', 'JPY', '500.00'],
    ['"500.00"', 'JPY', '500.00'],
    ['"500.0"', 'JPY', '500.00'],
    ['500', 'JPY', '500.00'],
    ['"1.25"', 'KWD', '1.250'],
    ['"1.250"', 'KWD', '1.250'],
    ['1.25', 'KWD', '1.250'],
    ['"3"', 'KWD', '3.000'],
  ])('%s %s is recorded as %s', async (literal, currency, shown) => {
    expect(await recorded(await createLiteral(literal, currency))).toMatchObject({ amount: shown, currency });
  });

  const notDecimal = 'The amount must be a decimal number.';
  const tooLong = 'The amount has too many digits to be read exactly.';
  const tooMany = 'The amount has too many decimal places.';
  const notPositive = 'The amount must be greater than 0.';
  const tooLarge = 'The amount is too large.';
  it.each([
    ['"1e3"', notDecimal],
    ['" 10"', notDecimal],
    ['"10 "', notDecimal],
    ['"10,00"', notDecimal],
    ['"1,000.00"', notDecimal],
    ['"+10"', notDecimal],
    ['".5"', notDecimal],
    ['"10."', notDecimal],
    ['"1.2.3"', notDecimal],
    ['"0x10"', notDecimal],
    ['"NaN"', notDecimal],
    ['"Infinity"', notDecimal],
    ['"ten"', notDecimal],
    ['"$10"', notDecimal],
    ['"１２"', notDecimal],
    ['"10\\n"', notDecimal],
    ['true', notDecimal],
    ['[10]', notDecimal],
    ['{"value":10}', notDecimal],
    // Longer than any double is written.
    ['19.9899999999999984', tooLong],
    ['0.10000000000000000001', tooLong],
    ['1e400', tooLong],
    ['"0"', notPositive],
    ['"0.00"', notPositive],
    ['0', notPositive],
    ['-0', notPositive],
    ['-1', notPositive],
    ['"-1"', notPositive],
    ['"-5"', notPositive],
    ['"-0"', notPositive],
    ['"-x"', notDecimal],
    ['"--5"', notDecimal],
    ['"10.005"', tooMany],
    ['10.005', tooMany],
    ['10.005000000000001', tooMany],
    ['"19.989999999999998"', tooMany],
    ['"10.000"', tooMany],
    ['1e-7', tooMany],
    ['"1000000000000"', tooLarge],
    ['1000000000000', tooLarge],
    ['1e300', tooLarge],
    [`"${'9'.repeat(10_000)}"`, tooLarge],
  ])('%.30s is refused: %s', async (literal, message) => {
    expectError(await createLiteral(literal), 400, message);
  });

  it.each([
    ['"500.50"', 'JPY', tooMany],
    ['500.5', 'JPY', tooMany],
    // 2 decimals is the interface's limit, also where the currency has 3.
    ['"1.255"', 'KWD', tooMany],
    ['1.255', 'KWD', tooMany],
    ['"500.000"', 'JPY', tooMany],
  ])('%s %s is refused', async (literal, currency, message) => {
    expectError(await createLiteral(literal, currency), 400, message);
  });
});

describe('currency', () => {
  it.each(['USD', 'EUR', 'JPY', 'KWD', 'XOF', 'AED'])('%s exists', async (currency) => {
    expect(await recorded(await create({ amount: '5', currency }))).toMatchObject({ currency });
  });

  it.each([
    'usd',
    'Usd',
    'XYZ',
    'US',
    'USDT',
    ' USD',
    'USD ',
    'XAU',
    'XXX',
    'CLF',
    '840',
    '$',
    'ＵＳＤ',
    'constructor',
  ])('%j is refused', async (currency) => {
    expectError(await create({ currency }), 400, 'The currency is invalid.');
  });

  it('is a string', async () => {
    expectError(await create({ currency: 840 }), 400, 'The currency must be a string.');
    expectError(await create({ currency: ['USD'] }), 400, 'The currency must be a string.');
  });
});

describe.each(['return_url', 'cancel_url'])('%s', (field) => {
  it.each([
    'https://shop.test',
    'http://shop.test:8080/ok?order=1&x[]=2#top',
    'www.example.com/ok',
    'localhost:3000/ok',
    'https://münchen.test/straße?q=ü',
    `https://shop.test/${'x'.repeat(2_048 - 18)}`,
  ])('%.40s is taken', async (address) => {
    dataOf(await create({ [field]: address }));
  });

  it.each([
    'ftp://shop.test',
    'javascript:alert(1)',
    'data:text/html,hi',
    'https://user:pass@shop.test',
    'https://user@shop.test',
    'https://shop.test\\@evil.test',
    'https://shop.test/a b',
    'https://shop.test/\r\nset-cookie: a=b',
    'https://shop.test/\u0000',
    '/ok',
    '//shop.test/ok',
    'https://',
    'ok',
    `https://shop.test/${'x'.repeat(2_048)}`,
  ])('%.40j is refused', async (address) => {
    const message =
      field === 'return_url' && /\p{Cc}/u.test(address) ? 'is invalid' : 'must be an absolute http or https address';
    expectError(await create({ [field]: address }), 400, `The ${field} ${message}.`);
  });

  it.each(['com.example.app://pay/done', 'myapp:/done'])(
    '%j is refused, which no app has registered',
    async (address) => {
      expectError(await create({ [field]: address }), 400, `The scheme of the ${field} is not registered.`);
    },
  );

  it('is a string', async () => {
    expectError(await create({ [field]: 7 }), 400, `The ${field} must be a string.`);
    expectError(await create({ [field]: { url: 'https://shop.test' } }), 400, `The ${field} must be a string.`);
  });
});

it('cancel_url may be absent, null or empty', async () => {
  for (const cancel_url of [undefined, null, '']) dataOf(await create({ cancel_url }));
});

describe('custom', () => {
  it.each([
    'my-order-1',
    '{"a":"b"}',
    ' spaces ',
    'ünï ✓ 😀',
    'a=b&c=d',
    '<b>"\'',
    'line\nbreak\ttab',
    'x'.repeat(255),
    '😀'.repeat(255),
  ])('%.30j is handed back untouched', async (custom) => {
    expect(await recorded(await create({ custom }))).toMatchObject({ custom });
  });

  it('absent, null and empty are the same: empty', async () => {
    for (const custom of [undefined, null, ''])
      expect(await recorded(await create({ custom }))).toMatchObject({ custom: '' });
  });

  it.each(['x'.repeat(256), '😀'.repeat(256), 'a\u0000b'])('%.20j is refused', async (custom) => {
    expectError(await create({ custom }), 400, 'The custom is invalid.');
  });

  it('with half a character is refused, for it could not be kept as it is', async () => {
    expectError(
      await shop.create(token, '{"amount":"1","currency":"USD","return_url":"https://a.test","custom":"\\ud800"}'),
      400,
      'The custom is invalid.',
    );
  });

  it('is a string', async () => {
    expectError(await create({ custom: 7 }), 400, 'The custom must be a string.');
  });
});

describe('webhook_url', () => {
  const storedFor = async (answer: Answer): Promise<string | null> => {
    const id = dataOf(answer, /^CREATED$/).token as string;
    return (await shop.db.selectFrom('payments').select('webhookUrl').where('id', '=', id).executeTakeFirstOrThrow())
      .webhookUrl;
  };

  it.each([
    'https://shop.test/hook',
    'http://shop.test/hook',
    'http://127.0.0.1:9200/_all',
    'http://[::1]/',
    'ftp://shop.test',
    'not an address',
    ' ',
    'x'.repeat(2_048),
  ])('%.30j is recorded as it is, in both modes', async (webhook_url) => {
    expect(await storedFor(await create({ webhook_url }))).toBe(webhook_url);
    const live = await shop.token(merchant.live);
    expect(await storedFor(await shop.create(live, { ...payment, webhook_url }))).toBe(webhook_url);
  });

  it.each([7, true, ['https://shop.test'], { url: 'x' }, null, '', 'x'.repeat(2_049), 'a\u0000b'])(
    '%.30j cannot be kept, and is no reason to refuse the payment',
    async (webhook_url) => {
      expect(await storedFor(await create({ webhook_url }))).toBeNull();
    },
  );

  it('with half a character is not kept either', async () => {
    const body = `${JSON.stringify(payment).slice(0, -1)},"webhook_url":"\\ud800"}`;
    expect(await storedFor(await shop.create(token, body))).toBeNull();
  });
});
