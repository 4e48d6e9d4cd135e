/** The network of a client's address, which limits on guessing count as one client. Pure. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Providers give a customer a /56 or more, in which every address is theirs to use. */
const ipv6PrefixLength = 56;

/** An IPv4 address as it stands, or the /56 of an IPv6 address. An IPv4 address written as IPv6 counts as IPv4. */
export function clientNetwork(address: string): string {
  const plain = address.split('%', 1)[0] as string;
  if (!isIPv6(plain)) return plain;
  const ip = ipaddr.IPv6.parse(plain);
  // The library also takes the obsolete `::192.0.2.7` for a mapped address.
  if (ip.isIPv4MappedAddress() && !isIPv4(plain.slice(2))) return ip.toIPv4Address().toString();
  const { parts } = ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${ipv6PrefixLength}`);
  const groups = parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/${ipv6PrefixLength}`;
}
