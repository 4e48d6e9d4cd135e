import { describe, expect, it } from 'vitest';
import { clientNetwork, clientNetworks, widestNetwork } from './client-network.ts';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:0::/56'],
    ['2001:db8:1:ff:a:b:c:d', '2001:db8:1:0::/56'],
    ['2001:0DB8:0001:00ff:0:0:0:1', '2001:db8:1:0::/56'],
    ['2001:db8:1:100::1', '2001:db8:1:100::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['::', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::192.0.2.7', '0:0:0:0::/56'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it('is part of a /48, which has four allowances', () => {
    expect(clientNetworks('2001:db8:1:2ff::1')).toEqual([
      { network: '2001:db8:1:200::/56', allowances: 1 },
      { network: '2001:db8:1:0::/48', allowances: 4 },
    ]);
    expect(clientNetworks('::ffff:192.0.2.7')).toEqual([{ network: '192.0.2.7', allowances: 1 }]);
    expect(widestNetwork('2001:db8:1:2ff::1')).toBe('2001:db8:1:0::/48');
    expect(widestNetwork('192.0.2.7')).toBe('192.0.2.7');
  });
});
