import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cancelReturn,
  displayHost,
  isAppScheme,
  parseMerchantAddress,
  parseReturnAddress,
  successReturn,
  withReturnQuery,
} from './return-address.ts';

const long = (length: number) => `https://shop.example/${'a'.repeat(length - 'https://shop.example/'.length)}`;
const words = (text: string) => text.trim().split(/\s+/);

describe('parseReturnAddress', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/',
    'http://shop.example/ok?order=1&x=%20y#top',
    'https://shop.example:8443/ok',
    'https://shop.example:443/ok',
    'https://Shop.Example/OK',
    'https://shop.example./ok',
    'https://shop_1.example/ok',
    'http://localhost/ok',
    'http://localhost:3000',
    'http://shop/ok',
    'http://127.0.0.1:8000/ok',
    'http://[::1]:3000/ok',
    'https://xn--bcher-kva.example/',
    'https://shop.example/@me?mail=a@b.example#@x',
    'https://shop.example/a/../b/./c//d',
    "https://shop.example/?a=[1]&b={x}|^`&c=it's;d,e*(f)!$~",
    'https://shop.example?x=https://other.example/#a?b#c',
    'https://shop.example/?',
    'https://shop.example/%zz%',
    long(2048),
  ])('keeps %s as it is', (input) => {
    expect(parseReturnAddress(input)).toEqual({ ok: true, address: input });
  });

  it.each([
    ['www.example.com/ok', 'https://www.example.com/ok'],
    ['example.com', 'https://example.com'],
    ['example.com?x=1', 'https://example.com?x=1'],
    ['example.com:8443/ok', 'https://example.com:8443/ok'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['localhost', 'https://localhost'],
    ['127.0.0.1:3000/x', 'https://127.0.0.1:3000/x'],
    ['[::1]:3000/x', 'https://[::1]:3000/x'],
    ['www.example.com/go?to=https://other.example/', 'https://www.example.com/go?to=https://other.example/'],
    ['HTTPS://shop.example/A', 'https://shop.example/A'],
    ['hTTp://shop.example/A', 'http://shop.example/A'],
    ['https://bücher.example/ü?q=é#ñ', 'https://xn--bcher-kva.example/%C3%BC?q=%C3%A9#%C3%B1'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['https://例え。テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
    ['https://ｓhop.example/', 'https://shop.example/'],
    ['https://sh%6Fp.example/', 'https://shop.example/'],
    ['https://shop.example/😀', 'https://shop.example/%F0%9F%98%80'],
    ['https://shop.example/"><b>', 'https://shop.example/%22%3E%3Cb%3E'],
  ])('reads %s as %s', (input, address) => {
    expect(parseReturnAddress(input)).toEqual({ ok: true, address });
  });

  const otherSchemes = words(`
    ftp://shop.example/ javascript:alert(1) JavaScript:alert(1) javascript://shop.example/%0aalert(1) javascript:1
    data:text/html,<script>alert(1)</script> vbscript:msgbox(1) file:///etc/passwd mailto:a@shop.example
    com.example.app://pay/done com.example.app:/done com.example.app:?x com.example.app: Org.Example+x://done localhost:
    [::1]:/ tel:5551234 intent://shop.example#Intent;end myapp://paid ws://shop.example/ about:blank
    blob:https://shop.example/x view-source:https://shop.example https+x://shop.example/
  `);
  const relative = [
    '/ok',
    '//shop.example/ok',
    '///shop.example',
    '?ok',
    '#ok',
    './ok',
    '../ok',
    'ok',
    'not-a-url',
    '',
  ];
  const slips = words(`
    http:/shop.example https:shop.example https: https:// https:///shop.example https:////shop.example https://?x
    https://#x https:/// http//shop.example :80 . .. .com/x
  `);
  const userInfo = words(`
    https://user@shop.example/ https://user:secret@shop.example/ https://@shop.example/ https://:@shop.example/
    https://good.example@evil.example/ https://good.example%2F@evil.example/ https://good.example／@evil.example/
    user@shop.example a@shop.example/ok
  `);
  const characters = [
    'https://shop.example\\ok',
    'https:\\\\shop.example',
    'https://good.example\\@evil.example',
    'https://shop.example/a b',
    ' https://shop.example',
    'https://shop.example ',
    'https://shop.example\n',
    'ht\ntps://shop.example',
    'https://shop.example/\r\nSet-Cookie:a=b',
    'https://shop.example/\t',
    'https://shop.example/\u0000',
    'https://shop.example/\u007f',
    'https://shop.example/\u0085',
    'https://shop.example/\u00a0',
    'https://shop.example/\u2028',
    'https://shop.example/\u3000',
    '\ufeffhttps://shop.example/',
    'https://shop.example/\ud800',
    'https://\udc00.example/',
  ];
  const hosts = words(`
    https://shop.example:99999/ https://shop.example:8o/ https://shop.example:80:80/ https://:443/ https://.
    https://.. https://shop..example/ https://.shop.example/ https://shop.example../ https://*.shop.example/
    https://shop,example/ https://sh<b>op.example/ https://shop.example%00/ https://shop.example%20/
    https://shop.example%2fok https://evil.example／ok https://[::1 https://[::1]x/ https://[shop.example]/
    https://[fe80::1%25eth0]/ https://1.2.3.4.5/ https://256.1.1.1/ https://2130706433/ https://0x7f.1/
    https://0177.0.0.1/ https://１２７.0.0.1/ 10.5 12.30
  `);
  const unseenHosts = ['https://\u00ad/', `https://${'a.'.repeat(130)}example/`];
  const others = [undefined, null, 1, true, ['https://shop.example'], { href: 'https://shop.example' }];
  it.each([
    ...otherSchemes,
    ...relative,
    ...slips,
    ...userInfo,
    ...characters,
    ...hosts,
    ...unseenHosts,
    ...others,
    long(2049),
    `${long(2000)}${'😀'.repeat(49)}`,
  ])('refuses %o', (input) => {
    expect(parseReturnAddress(input)).toEqual({ ok: false });
  });

  it('counts characters, not code units', () => {
    const parsed = parseReturnAddress(`${long(2000)}${'😀'.repeat(48)}`);
    expect(parsed.ok && parsed.address.length).toBe(2000 + 48 * 12);
  });

  it('accepts nothing that a browser reads as another place', () => {
    const pieces = fc.constantFrom(
      'http',
      'https',
      ':',
      '/',
      '//',
      '@',
      '\\',
      '?',
      '#',
      '.',
      'a',
      'b.example',
      '[::1]',
    );
    const more = fc.constantFrom(
      'javascript',
      'localhost',
      ':80',
      '%2f',
      '%40',
      '／',
      'é',
      '\t',
      ' ',
      '"',
      '0x7f',
      '。',
    );
    const addresses = fc.array(fc.oneof(pieces, more), { maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(addresses, fc.webUrl({ withQueryParameters: true, withFragments: true })), (input) => {
        const parsed = parseReturnAddress(input);
        if (!parsed.ok) return;
        expect(parsed.address).toMatch(/^https?:\/\/[!-~]+$/);
        const url = new URL(parsed.address);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password).toBe('');
        expect(displayHost(parsed.address)).toBe(url.host);
        const written = schemed.test(input) ? input : `https://${input}`;
        expect(url.href).toBe(new URL(written).href);
        expect(parseReturnAddress(parsed.address)).toEqual(parsed);
      }),
      { numRuns: 5000 },
    );
  });
});

const schemed = /^https?:/i;

describe('withReturnQuery', () => {
  it.each([
    ['https://shop.example', 'https://shop.example?a=1'],
    ['https://shop.example/ok', 'https://shop.example/ok?a=1'],
    ['https://shop.example/ok?', 'https://shop.example/ok?a=1'],
    ['https://shop.example/ok?x', 'https://shop.example/ok?x&a=1'],
    ['https://shop.example/ok?x=1&', 'https://shop.example/ok?x=1&a=1'],
    ['https://shop.example/ok?x=what?', 'https://shop.example/ok?x=what?&a=1'],
    ['https://shop.example/ok?x=%7e+%20&y[]=1&x=2', 'https://shop.example/ok?x=%7e+%20&y[]=1&x=2&a=1'],
    ['https://shop.example/ok#top', 'https://shop.example/ok?a=1#top'],
    ['https://shop.example/ok?x=1#top', 'https://shop.example/ok?x=1&a=1#top'],
    ['https://shop.example/ok#/route?x=1', 'https://shop.example/ok?a=1#/route?x=1'],
    ['https://shop.example/ok?#', 'https://shop.example/ok?a=1#'],
  ])('%s becomes %s', (address, expected) => {
    expect(withReturnQuery(address, [['a', '1']])).toBe(expected);
  });

  it('encodes as an HTML form, keeps the order and doubles', () => {
    const pairs = [
      ['b[0]', 'a b+c'],
      ['a', 'é&=#?/%'],
      ['b[0]', ''],
    ] as const;
    expect(withReturnQuery('https://shop.example/', pairs)).toBe(
      'https://shop.example/?b%5B0%5D=a+b%2Bc&a=%C3%A9%26%3D%23%3F%2F%25&b%5B0%5D=',
    );
  });

  it('adds nothing when there is nothing', () => {
    expect(withReturnQuery('https://shop.example/?', [])).toBe('https://shop.example/?');
  });

  it('hands every pair to the merchant, and keeps what was there', () => {
    const queries = fc.constantFrom('', '?', '?x=1', '?x=1&', '?&&', '?x=?', '?token=1#top', '#top', '#?x=1');
    const pairs = fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' })), { maxLength: 4 });
    fc.assert(
      fc.property(queries, pairs, (query, added) => {
        const before = new URL(`https://shop.example/ok${query}`);
        const after = new URL(withReturnQuery(`https://shop.example/ok${query}`, added));
        expect([...after.searchParams]).toEqual([...before.searchParams, ...added]);
        expect(after.hash).toBe(before.hash);
      }),
    );
  });
});

describe('successReturn', () => {
  const payment = {
    address: 'https://shop.example/ok?order=7#done',
    token: 'pay_1',
    trxId: 'trx_2',
    payerUsername: 'ann lee',
    amount: '12.30',
    currency: 'USD',
    custom: 'ref 7/é',
    isOfOrder: false,
  };

  it('sends exactly the pairs of the contract, in order', () => {
    expect(successReturn(payment)).toBe(
      'https://shop.example/ok?order=7&message%5Bcode%5D=200&message%5Bsuccess%5D%5B0%5D=SUCCESS' +
        '&data%5Btoken%5D=pay_1&data%5Btrx_id%5D=trx_2&data%5Bpayer%5D%5Busername%5D=ann+lee&data%5Bamount%5D=12.30' +
        '&data%5Bcurrency%5D=USD&data%5Bcustom%5D=ref+7%2F%C3%A9&type=success&token=pay_1#done',
    );
  });

  it.each([
    ['https://shop.example/ok', false, ['pay_1']],
    ['https://shop.example/ok?Token=mine', false, ['pay_1']],
    ['https://shop.example/ok#token=mine', false, ['pay_1']],
    ['https://shop.example/ok?token=mine', false, ['mine']],
    ['https://shop.example/ok?token=', false, ['']],
    ['https://shop.example/ok?%74oken=mine', false, ['mine']],
    ['https://shop.example/ok', true, []],
    ['com.example.app:/paid', false, ['pay_1']],
  ])('adds a flat token to %s, of an order: %s', (address, isOfOrder, expected) => {
    expect(new URL(successReturn({ ...payment, address, isOfOrder })).searchParams.getAll('token')).toEqual(expected);
  });

  it.each([null, ''])('sends data[custom] even when it is %o', (custom) => {
    const sent = new URL(successReturn({ ...payment, custom })).searchParams;
    expect(sent.get('data[custom]')).toBe('');
  });
});

describe('parseMerchantAddress', () => {
  const schemes = ['myapp', 'com.example.app'];
  const unregistered = { ok: false, unregistered: true };
  it.each([
    ['https://shop.example/?a=1&amp;b=2', 'https://shop.example/?a=1&b=2'],
    ['https://shop.example/?a=1&amp;amp;b=2', 'https://shop.example/?a=1&amp;b=2'],
    ['https://shop.example/?a=1&amp', 'https://shop.example/?a=1&amp'],
    ['myapp://paid', 'myapp://paid'],
    ['MyApp://paid?x=1&amp;y=2#z', 'myapp://paid?x=1&y=2#z'],
    ['com.example.app:/paid', 'com.example.app:/paid'],
    ['com.example.app:///paid', 'com.example.app:///paid'],
    ['myapp://paid/ü"><b>', 'myapp://paid/%C3%BC%22%3E%3Cb%3E'],
    // A port, as before: never the scheme of an app.
    ['com.example.app:8443/paid', 'https://com.example.app:8443/paid'],
  ])('reads %s as %s', (input, address) => {
    expect(parseMerchantAddress(input, schemes)).toEqual({ ok: true, address });
  });

  it.each(['other://paid', 'com.example.app2:/paid', 'myapp+x://paid'])(
    'refuses %s, which is not registered',
    (input) => {
      expect(parseMerchantAddress(input, schemes)).toEqual(unregistered);
    },
  );

  it.each([
    ...[
      'myapp:paid',
      'myapp:',
      'com.example.app:paid',
      'myapp:?x',
      'myapp://me@paid',
      'myapp://me:pw@paid',
      'myapp//paid',
    ],
    ...['myapp://paid\\x', 'myapp://pa id', 'myapp://paid\n', `myapp://${'a'.repeat(2_048)}`],
    // Also if somebody has registered them.
    ...[
      'javascript://paid/%0aalert(1)',
      'JavaScript:/alert(1)',
      'data:/text/html,x',
      'file:///etc/passwd',
      'intent://x#Intent;end',
    ],
    ...['vbscript:/x', 'blob:/https://shop.example/x', 'about:/blank', 'http:/shop.example', 'https:///shop.example'],
  ])('refuses %s', (input) => {
    const all = [...schemes, 'javascript', 'data', 'file', 'intent', 'vbscript', 'blob', 'about', 'http', 'https'];
    expect(parseMerchantAddress(input, all)).toEqual({ ok: false });
  });

  it.each([
    ['myapp', true],
    ['com.example.app', true],
    ['x', false],
    ['', false],
    ['MyApp', false],
    ['my app', false],
    ['my:app', false],
    ['1app', false],
    ['-app', false],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ...words(
      'javascript data file intent vbscript blob about http https ws wss ftp mailto tel sms view-source filesystem',
    ).map((scheme): [string, boolean] => [scheme, false]),
    ...words('ms-settings web+pay chrome-extension moz-extension').map((scheme): [string, boolean] => [scheme, false]),
  ])('%j may be the scheme of an app: %s', (scheme, expected) => expect(isAppScheme(scheme)).toBe(expected));

  it('shows the scheme of an app where the host of a site is shown', () => {
    expect(['myapp://paid', 'com.example.app:/paid', 'https://a.example/x'].map(displayHost)).toEqual([
      'myapp',
      'com.example.app',
      'a.example',
    ]);
  });
});

describe('cancelReturn', () => {
  it.each([
    ['https://shop.example/no', 'https://shop.example/no?token=pay_1'],
    ['https://shop.example/no?x=1#top', 'https://shop.example/no?x=1&token=pay_1#top'],
    ['https://shop.example/no?Token=mine', 'https://shop.example/no?Token=mine&token=pay_1'],
    ['https://shop.example/no?token[]=mine', 'https://shop.example/no?token[]=mine&token=pay_1'],
    ['https://shop.example/no?mytoken=1', 'https://shop.example/no?mytoken=1&token=pay_1'],
    ['https://shop.example/no#token=mine', 'https://shop.example/no?token=pay_1#token=mine'],
    ['https://shop.example/no?x=1&token=mine', 'https://shop.example/no?x=1&token=mine'],
    ['https://shop.example/no?token', 'https://shop.example/no?token'],
    ['https://shop.example/no?token=', 'https://shop.example/no?token='],
    ['https://shop.example/no?%74oken=mine#top', 'https://shop.example/no?%74oken=mine#top'],
  ])('%s becomes %s', (address, expected) => {
    expect(cancelReturn(address, 'pay_1')).toBe(expected);
  });
});

describe('displayHost', () => {
  it.each([
    ['https://Shop.Example:443/ok', 'shop.example'],
    ['http://localhost:3000/', 'localhost:3000'],
    ['https://[::1]:3000/', '[::1]:3000'],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ])('of %s is %s', (address, host) => {
    expect(displayHost(address)).toBe(host);
  });
});
