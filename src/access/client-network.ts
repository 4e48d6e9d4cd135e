/** The network of a client's address, which limits on guessing count as one client. Pure. */
import { isIPv4, isIPv6 } from 'node:net';

/** Providers give a customer a /56 or more, in which every address is theirs to use. */
const ipv6GroupsKept = 3;
const ipv6LastGroupMask = 0xff00;

/** An IPv4 address as it stands, or the /56 of an IPv6 address. An IPv4 address written as IPv6 counts as IPv4. */
export function clientNetwork(address: string): string {
  const plain = address.split('%', 1)[0] as string;
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  const kept = [...groups.slice(0, ipv6GroupsKept), (groups[ipv6GroupsKept] ?? 0) & ipv6LastGroupMask];
  return `${kept.map((group) => group.toString(16)).join(':')}::/56`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const before = numbersOf(head);
  const after = numbersOf(tail);
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after];
}

const numbersOf = (part: string): number[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (isIPv4(group) ? pairsOf(group) : [Number.parseInt(group, 16)]));

function pairsOf(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d];
}
