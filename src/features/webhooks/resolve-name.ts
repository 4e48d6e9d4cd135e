/**
 * Resolves the names of receivers. It asks the name servers itself: the system's resolver blocks a thread for each name,
 * and a few names that never answer would hold up the whole process.
 */
import { Resolver } from 'node:dns/promises';

const timeoutMs = 2_000;
const tries = 2;
const loopback = ['127.0.0.1', '::1'];

export async function resolveName(name: string): Promise<string[]> {
  if (/^(.+\.)?localhost\.?$/i.test(name)) return loopback;
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses;
}
