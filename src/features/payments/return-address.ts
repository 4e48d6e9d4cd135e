/**
 * The merchant's return addresses (docs/contract/merchant.md, "Create a payment"): which are accepted, and what is
 * added to them. An accepted address is kept as the merchant wrote it; it must never be rebuilt from parsed parts.
 */
import assert from 'node:assert/strict';
import { isLongerThan } from '../../core/http/text.ts';

/** In characters, as the merchant wrote it. */
const addressLengthMax = 2048;
/** The maximum length of a DNS name. */
const hostLengthMax = 253;

type ParsedAddress = { ok: true; address: string } | { ok: false };

const refused: ParsedAddress = { ok: false };

/** White space of every kind, including a byte order mark; control characters and backslashes. */
const unfit = /[\s\p{Cc}\\]/u;
const schemed = /^https?:\/\//i;

/**
 * Accepts an absolute http or https address, or one without a scheme, which is taken as https
 * (docs/contract/merchant.md, "Create a payment"). The result is ASCII, safe in a header, and starts with lower-case
 * `http://` or `https://`. ASCII addresses are otherwise unchanged; other characters are encoded as a browser would.
 * - Without a scheme, the host must look like one: a dot, `localhost` or brackets (`localhost:3000/ok`, not `ok` or
 *   `tel:5551234`), and a colon must begin a port: `com.example.app://paid` has a scheme of its own. `//host`, `/path` and
 *   `?query` are relative, and refused.
 * - Exactly two slashes must follow the scheme: browsers would silently fix `http:/host` and `https:///host`.
 * - User information is refused even when empty (`https://@host`). So are hosts in numeric notation (`0x7f.1`, `10.5`):
 *   the host shown to the customer must be the host they go to.
 */
export function parseReturnAddress(input: unknown): ParsedAddress {
  if (typeof input !== 'string' || !hasFitCharacters(input)) return refused;
  const isSchemed = schemed.test(input);
  const [scheme, rest] = isSchemed ? splitScheme(input) : ['https', input];
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  if (authority === '' || authority.includes('@')) return refused;
  if (!isSchemed && !looksLikeHost(authority)) return refused;
  const url = URL.parse(`${scheme}://${authority}`);
  if (url === null || !isSoundHost(url.hostname, authority)) return refused;
  const written = /^[!-$&-~]+$/.test(authority) ? authority : url.host;
  return { ok: true, address: `${scheme}://${written}${encode(rest.slice(authority.length))}` };
}

/**
 * An address of interface A: as `parseReturnAddress`, or one of an app whose scheme the account has registered
 * (`myapp://paid`, `com.example.app:/paid`), which opens the app. `&amp;` is read as `&`: plugins build addresses with
 * functions that escape them for HTML.
 * @param schemes registered ones, in lower case. What has another scheme is never read as a host.
 */
export function parseMerchantAddress(input: string, schemes: readonly string[]): MerchantAddress {
  const address = input.replaceAll('&amp;', '&');
  const parsed = parseReturnAddress(address);
  if (parsed.ok) return parsed;
  const scheme = schemeOf(address);
  if (scheme === undefined || !hasFitCharacters(address)) return refused;
  if (!schemes.includes(scheme)) return { ok: false, unregistered: true };
  const rest = address.slice(scheme.length + 1);
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1] ?? '';
  return authority.includes('@') ? refused : { ok: true, address: `${scheme}:${encode(rest)}` };
}

type MerchantAddress = { ok: true; address: string } | { ok: false; unregistered?: boolean };

/** Of an address that could be an app's, in lower case. */
function schemeOf(address: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\//i.exec(address)?.[1]?.toLowerCase();
  return scheme !== undefined && isAppScheme(scheme) ? scheme : undefined;
}

const schemeLengthMax = 64;
/** What browsers and systems read themselves: scripts, files, other pages, mail and calls. */
const reservedSchemes: ReadonlySet<string> = new Set(
  `about android-app blob cid chrome chrome-extension content data facetime facetime-audio feed file filesystem ftp ftps geo
  http https imap intent itms-apps itms-appss jar javascript ldap ldaps livescript mailto market mid mms moz-extension news
  opera resource res rtsp sftp shell sip sips sms smsto ssh tel telnet urn vbscript view-source ws wss x-apple.systempreferences`.split(
    /\s+/,
  ),
);

/** Whether an account may register this scheme for its app: in lower case, and not one that means something else already. */
export const isAppScheme = (scheme: string): boolean =>
  scheme.length <= schemeLengthMax &&
  /^[a-z][a-z0-9+.-]+$/.test(scheme) &&
  !reservedSchemes.has(scheme) &&
  !/^(ms|web|chrome|moz|edge|x-web|ext)[-+]/.test(scheme);

function hasFitCharacters(input: string): boolean {
  return !isLongerThan(input, addressLengthMax) && input.isWellFormed() && !unfit.test(input);
}

function splitScheme(input: string): [string, string] {
  const end = input.indexOf('://');
  return [input.slice(0, end).toLowerCase(), input.slice(end + 3)];
}

function looksLikeHost(authority: string): boolean {
  return /^[^:]*[.。．｡][^:]*(:[0-9]+)?$/.test(authority) || /^(localhost|\[[^\]]*\])(:[0-9]+)?$/i.test(authority);
}

/** @param hostname as parsed by the URL parser: lower case, punycode. */
function isSoundHost(hostname: string, authority: string): boolean {
  if (hostname.startsWith('[')) return true;
  if (hostname.length > hostLengthMax || !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(hostname)) return false;
  const isNumeric = /^[0-9.]+$/.test(hostname);
  return !isNumeric || authority.replace(/:[0-9]*$/, '') === hostname;
}

/** Encodes what a browser encodes in path, query and fragment alike, and what would break a header or an attribute. */
function encode(rest: string): string {
  return rest.replace(/[^!#-;=?-~]+/g, encodeURIComponent);
}

/** Whether an accepted address opens an app. */
export const isOfApp = (address: string): boolean => !schemed.test(address);

/**
 * The host and port of an accepted address, to show to a customer: lower case, punycode, without a default port. Of an app,
 * its scheme.
 */
export function displayHost(address: string): string {
  if (isOfApp(address)) return address.slice(0, address.indexOf(':'));
  const url = URL.parse(address);
  assert(url !== null, 'a stored address is an address');
  return url.host;
}

/**
 * Adds pairs to the query of an accepted address, in order, encoded as an HTML form encodes them
 * (docs/contract/merchant.md, "Return to the shop"). The merchant's own query stays unchanged and comes first; a
 * `#fragment` stays last.
 */
export function withReturnQuery(address: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return address;
  const { base, query, fragment } = splitAddress(address);
  const added = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
  if (query === undefined) return `${base}?${added}${fragment}`;
  const separator = query === '' || query.endsWith('&') ? '' : '&';
  return `${base}?${query}${separator}${added}${fragment}`;
}

/** `query` without its `?`, undefined when there is none; `fragment` with its `#`. */
function splitAddress(address: string): { base: string; query: string | undefined; fragment: string } {
  const hash = address.indexOf('#');
  const fragment = hash < 0 ? '' : address.slice(hash);
  const main = hash < 0 ? address : address.slice(0, hash);
  const mark = main.indexOf('?');
  if (mark < 0) return { base: main, query: undefined, fragment };
  return { base: main.slice(0, mark), query: main.slice(mark + 1), fragment };
}

type SuccessfulPayment = {
  /** The merchant's `return_url`, already accepted. */
  address: string;
  token: string;
  trxId: string;
  /** A name, never an email address: it ends up in logs and browser histories. */
  payerUsername: string;
  /** Decimal text as in the payment status: `12.30`. */
  amount: string;
  currency: string;
  /** Null and the empty string are both sent as an empty value: client libraries read the field unconditionally. */
  custom: string | null;
  /** Of a company's order: interface A's flat `token` is left out. */
  isOfOrder: boolean;
};

/**
 * Where the customer goes after a successful payment (docs/contract/merchant.md, "Return to the shop"). If the
 * merchant's own query has a pair of the same name, ours comes later; PHP uses the last one. `token` alone is never added
 * to one that is there: it is the merchant's.
 */
export function successReturn(payment: SuccessfulPayment): string {
  return withReturnQuery(payment.address, [
    ['message[code]', '200'],
    ['message[success][0]', 'SUCCESS'],
    ['data[token]', payment.token],
    ['data[trx_id]', payment.trxId],
    ['data[payer][username]', payment.payerUsername],
    ['data[amount]', payment.amount],
    ['data[currency]', payment.currency],
    ['data[custom]', payment.custom ?? ''],
    ['type', 'success'],
    ...(payment.isOfOrder || hasToken(payment.address) ? [] : [['token', payment.token] as const]),
  ]);
}

/**
 * Where the customer's Cancel leads: the merchant's `cancel_url` unchanged, with `token=` added only when its query has
 * no `token`, not even an empty one (docs/contract/merchant.md, "Return to the shop").
 */
export const cancelReturn = (address: string, token: string): string =>
  hasToken(address) ? address : withReturnQuery(address, [['token', token]]);

function hasToken(address: string): boolean {
  const { query = '' } = splitAddress(address);
  return new URLSearchParams(query).has('token');
}
