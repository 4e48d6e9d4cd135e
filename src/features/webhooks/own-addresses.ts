/** What this process listens on: no webhook may lead back to it. */
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { OwnAddresses } from './destination.ts';

/** Read for every attempt: interfaces come and go. */
export const ownAddresses = (listening: () => AddressInfo | string | null) => (): OwnAddresses => {
  const address = listening();
  const texts = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((one) => one.address));
  const plain = texts.map((text) => text.split('%', 1)[0] as string).filter((text) => ipaddr.isValid(text));
  return {
    addresses: new Set(plain.map((text) => ipaddr.process(text).toString())),
    port: typeof address === 'object' && address !== null ? address.port : undefined,
  };
};
