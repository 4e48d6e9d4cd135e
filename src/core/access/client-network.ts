/** The networks of a client's address, which limits on guessing count as one client. Pure. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `allowances`: how many clients' worth of attempts the network has. */
type ClientNetwork = { network: string; allowances: number };

/** Providers give a household a /56, in which every address is theirs to use, and a business a /48. */
const householdPrefixLength = 56;
const businessPrefixLength = 48;
/** A /48 may also hold 256 households, so it has more than one allowance. */
const businessAllowances = 4;

/** An IPv4 address as it stands, or the /56 of an IPv6 address. An IPv4 address written as IPv6 counts as IPv4. */
export const clientNetwork = (address: string): string => clientNetworks(address)[0].network;

/** The largest network that may be a single client's: the /48 of an IPv6 address. */
export const widestNetwork = (address: string): string => (clientNetworks(address).at(-1) as ClientNetwork).network;

/** The smallest first. Each counts what its addresses do, so that a whole /48 has 4 allowances instead of 256. */
export function clientNetworks(address: string): readonly [ClientNetwork, ...ClientNetwork[]] {
  const plain = address.split('%', 1)[0] as string;
  if (!isIPv6(plain)) return [{ network: plain, allowances: 1 }];
  const ip = ipaddr.IPv6.parse(plain);
  // The library also takes the obsolete `::192.0.2.7` for a mapped address.
  if (ip.isIPv4MappedAddress() && !isIPv4(plain.slice(2))) {
    return [{ network: ip.toIPv4Address().toString(), allowances: 1 }];
  }
  return [
    { network: prefixOf(plain, householdPrefixLength), allowances: 1 },
    { network: prefixOf(plain, businessPrefixLength), allowances: businessAllowances },
  ];
}

function prefixOf(address: string, length: number): string {
  const { parts } = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`);
  const groups = parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/${length}`;
}
