/** docs/webhooks.md, "Where deliveries may go": one table of what an address can look like. */
import { describe, expect, it } from 'vitest';
import type { Mode } from '../../base/money/mode.ts';
import {
  type AddressVerdict,
  type DestinationPolicy,
  judgeAddress,
  judgeUrl,
  literalAddress,
  networkOf,
} from './destination.ts';

const policy: DestinationPolicy = { publicUrl: 'https://pay.example.com', loopbackInTest: false, allowed: [] };
const development: DestinationPolicy = { ...policy, publicUrl: 'http://localhost:8080', loopbackInTest: true };
const own = { addresses: new Set(['203.0.114.7', '10.0.0.5']), port: 8080 };
const holder = (mode: Mode, holderId = 12n) => ({ holderId, mode });

/** What would be connected to for a URL whose host is an address, judged as a delivery judges it. */
function judge(text: string, by = policy, mode: Mode = 'test'): AddressVerdict | 'no URL' | 'a name' {
  const url = judgeUrl(text, mode, by);
  if (!url.ok) return 'no URL';
  const address = literalAddress(url.url);
  return address === undefined ? 'a name' : judgeAddress(address, Number(url.url.port || 443), holder(mode), by, own);
}

describe('an address in a URL', () => {
  it.each<[string, string, ReturnType<typeof judge>]>([
    ['a public one', 'https://93.184.215.14/', 'public'],
    ['a public IPv6 one', 'https://[2606:2800:220:1::1]/', 'public'],
    ['loopback', 'https://127.0.0.1/', 'refused'],
    ['loopback, short', 'https://127.1/', 'refused'],
    ['loopback, decimal', 'https://2130706433/', 'refused'],
    ['loopback, octal', 'https://0177.0.0.1/', 'refused'],
    ['loopback, hexadecimal', 'https://0x7f000001/', 'refused'],
    ['loopback, in full-width digits', 'https://１２７.0.0.1/', 'refused'],
    ['loopback, IPv6', 'https://[::1]/', 'refused'],
    ['loopback, mapped to IPv6', 'https://[::ffff:127.0.0.1]/', 'refused'],
    ['loopback, mapped, hexadecimal', 'https://[::ffff:7f00:1]/', 'refused'],
    ['loopback, compatible', 'https://[::127.0.0.1]/', 'refused'],
    ['loopback through NAT64', 'https://[64:ff9b::7f00:1]/', 'refused'],
    ['loopback through 6to4', 'https://[2002:7f00:1::]/', 'refused'],
    ['Teredo', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'refused'],
    ['private 10/8', 'https://10.1.2.3/', 'refused'],
    ['private 172.16/12', 'https://172.31.255.255/', 'refused'],
    ['private 192.168/16', 'https://192.168.0.1/', 'refused'],
    ['private, mapped', 'https://[::ffff:10.0.0.1]/', 'refused'],
    ['unique local', 'https://[fd00::1]/', 'refused'],
    ['site local', 'https://[fec0::1]/', 'refused'],
    ['link-local', 'https://169.254.1.1/', 'refused'],
    ['cloud metadata', 'https://169.254.169.254/latest/meta-data/', 'refused'],
    ['cloud metadata, IPv6', 'https://[fd00:ec2::254]/', 'refused'],
    ['link-local, IPv6', 'https://[fe80::1]/', 'refused'],
    ['carrier-grade NAT', 'https://100.64.0.1/', 'refused'],
    ['multicast', 'https://224.0.0.1/', 'refused'],
    ['multicast, IPv6', 'https://[ff02::1]/', 'refused'],
    ['broadcast', 'https://255.255.255.255/', 'refused'],
    ['nothing', 'https://0.0.0.0/', 'refused'],
    ['nothing, short', 'https://0/', 'refused'],
    ['nothing, IPv6', 'https://[::]/', 'refused'],
    ['documentation', 'https://192.0.2.1/', 'refused'],
    ['documentation, IPv6', 'https://[2001:db8::1]/', 'refused'],
    ['benchmarks', 'https://198.18.0.1/', 'refused'],
    ['reserved', 'https://240.0.0.1/', 'refused'],
    ['outside of global unicast', 'https://[4000::1]/', 'refused'],
    ['a name', 'https://shop.example/', 'a name'],
    ['no scheme', 'shop.example', 'no URL'],
    ['another scheme', 'file:///etc/passwd', 'no URL'],
    ['user information', 'https://a:b@shop.example/', 'no URL'],
    ['this service', 'https://PAY.example.com:443/hook', 'no URL'],
    ['too long', `https://shop.example/${'x'.repeat(2_100)}`, 'no URL'],
  ])('%s', (_, url, expected) => expect(judge(url)).toBe(expected));
});

describe('loopback', () => {
  it.each<[string, string, DestinationPolicy, Mode, ReturnType<typeof judge>]>([
    ['in test mode under start', 'http://127.0.0.1:3000/', development, 'test', 'loopback'],
    ['IPv6 likewise', 'http://[::1]:3000/', development, 'test', 'loopback'],
    ['but not where we listen', 'http://127.0.0.2:8080/', development, 'test', 'refused'],
    ['nor in live mode', 'https://127.0.0.1:3000/', development, 'live', 'refused'],
    ['nor under serve', 'http://127.0.0.1:3000/', policy, 'test', 'refused'],
  ])('%s', (_, url, by, mode, expected) => expect(judge(url, by, mode)).toBe(expected));
});

describe('the scheme', () => {
  it.each<[string, Mode, boolean]>([
    ['http://shop.example/', 'test', true],
    ['http://shop.example/', 'live', false],
    ['https://shop.example/', 'live', true],
  ])('%s in %s mode: %s', (url, mode, expected) => expect(judgeUrl(url, mode, policy).ok).toBe(expected));
});

describe('a network that the operator opened', () => {
  const opened: DestinationPolicy = {
    ...policy,
    allowed: [
      { holderId: 12n, network: networkOf('10.0.0.0/8') },
      { holderId: 12n, network: networkOf('fd00::/8') },
    ],
  };
  it.each<[string, string, bigint, number, AddressVerdict]>([
    ['to its holder', '10.9.9.9', 12n, 443, 'allowed'],
    ['to its holder, mapped', '::ffff:10.9.9.9', 12n, 443, 'allowed'],
    ['to its holder, IPv6', 'fd00::9', 12n, 443, 'allowed'],
    ['to nobody else', '10.9.9.9', 13n, 443, 'refused'],
    ['no other network', '192.168.0.1', 12n, 443, 'refused'],
    ['not where we listen', '10.0.0.5', 12n, 8080, 'refused'],
    ['our machine at another port', '10.0.0.5', 12n, 8081, 'allowed'],
    ['not our public address', '203.0.114.7', 12n, 8080, 'refused'],
    ['what is no address', 'shop', 12n, 443, 'refused'],
  ])('%s', (_, address, holderId, port, expected) =>
    expect(judgeAddress(address, port, holder('test', holderId), opened, own)).toBe(expected),
  );
});
