/**
 * Which origins may embed the checkout (docs/contract/merchant.md, "Embedded checkout"). Pure. What is accepted is written into
 * a policy of the page: nothing but a host and a port in ASCII may ever come through.
 */
import type { Mode } from '../../base/money/mode.ts';

export const embedOriginsMax = 10;
const hostLengthMax = 253;

/** Scheme and authority, and at most the slash that browsers show after them. No user, path, query, fragment or escape. */
const written = /^(https?):\/\/([^/?#@%*\s\\]+)\/?$/iu;
/** As a policy of a page can name it: neither `_` nor IPv6 (CSP Level 3, host-source). */
const host = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const numeric = /^[0-9.]+$/;
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/**
 * The origin as browsers send it: lower case, punycode, without a default port. This machine is allowed for test keys alone,
 * also without TLS; every other host needs https. Policies match no other address than `127.0.0.1` by its number.
 * @returns undefined for anything else.
 */
export function readEmbedOrigin(text: string, mode: Mode): string | undefined {
  const [, scheme, authority] = written.exec(text.trim()) ?? [];
  const url = authority === undefined ? null : URL.parse(`${scheme}://${authority}`);
  if (url === null || url.hostname.length > hostLengthMax || !host.test(url.hostname)) return undefined;
  if (loopback.has(url.hostname)) {
    const isAsWritten = authority?.toLowerCase().replace(/:[0-9]*$/, '') === url.hostname;
    return mode === 'test' && isAsWritten ? url.origin : undefined;
  }
  return url.protocol === 'https:' && !numeric.test(url.hostname) ? url.origin : undefined;
}
