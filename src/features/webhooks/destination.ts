/**
 * Which addresses deliveries may go to (docs/webhooks.md, "Where deliveries may go"). The address is judged when an
 * endpoint is made, and what its name resolves to before every connection. Pure.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Mode } from '../../base/money/mode.ts';
import { urlLengthMax } from './endpoint.ts';

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

export type DestinationPolicy = {
  publicUrl: string;
  /** On the developer's own machine: test deliveries may go to it. */
  loopbackInTest: boolean;
  /** Private networks that the operator opens to a holder. */
  allowed: readonly { holderId: bigint; network: Network }[];
};

/** What a process needs to know of itself to never call itself. */
export type OwnAddresses = { addresses: ReadonlySet<string>; port: number | undefined };

/** `allowed`: a private network that the operator opened; of answers from there only the status is kept. */
export type AddressVerdict = 'public' | 'loopback' | 'allowed' | 'refused';

type UrlVerdict = { ok: true; url: URL } | { ok: false; message: string };

const refused = (message: string): UrlVerdict => ({ ok: false, message });

/** Judges the text of an address, apart from what its name resolves to. */
export function judgeUrl(text: string, mode: Mode, { publicUrl }: DestinationPolicy): UrlVerdict {
  const url = text.length <= urlLengthMax ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const schemes = mode === 'live' ? 'https' : 'http or https';
    return refused(`must be an absolute ${schemes} address of at most ${urlLengthMax} characters`);
  }
  if (mode === 'live' && url.protocol !== 'https:') return refused('must be https in live mode');
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or password');
  if (url.origin === new URL(publicUrl).origin) return refused('must not lead back to this service');
  return { ok: true, url };
}

/** The address in a URL's host, when it is one and no name: those are connected to without being resolved. */
export function literalAddress({ hostname }: URL): string | undefined {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? undefined : plain;
}

/** Judges one address that would be connected to. */
export function judgeAddress(
  text: string,
  port: number,
  { holderId, mode }: { holderId: bigint; mode: Mode },
  { loopbackInTest, allowed }: DestinationPolicy,
  own: OwnAddresses,
): AddressVerdict {
  const plain = text.split('%', 1)[0] as string;
  if (!ipaddr.isValid(plain)) return 'refused';
  const address = ipaddr.process(plain);
  const isLoopback = address.range() === 'loopback';
  if (port === own.port && (isLoopback || own.addresses.has(address.toString()))) return 'refused';
  if (isGlobal(address)) return 'public';
  if (isLoopback && loopbackInTest && mode === 'test') return 'loopback';
  const isOpened = allowed.some(
    ({ holderId: to, network: [base, bits] }) =>
      to === holderId && base.kind() === address.kind() && address.match(base as never, bits),
  );
  return isOpened ? 'allowed' : 'refused';
}

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast));

/** @param network such as 10.0.0.0/8, checked with the settings. */
export const networkOf = (network: string): Network => ipaddr.parseCIDR(network);
