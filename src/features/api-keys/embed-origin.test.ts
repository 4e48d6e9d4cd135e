import { describe, expect, it } from 'vitest';
import { readEmbedOrigin } from './embed-origin.ts';

describe('an origin that may embed the checkout', () => {
  it.each([
    ['https://shop.example.org', 'https://shop.example.org'],
    [' https://shop.example.org/ ', 'https://shop.example.org'],
    ['HTTPS://Shop.Example.ORG:443', 'https://shop.example.org'],
    ['https://shop.example.org:8443', 'https://shop.example.org:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://intranet', 'https://intranet'],
  ])('%s is %s, in both modes', (text, origin) => {
    expect([readEmbedOrigin(text, 'test'), readEmbedOrigin(text, 'live')]).toEqual([origin, origin]);
  });

  it.each([
    'http://localhost',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'https://localhost:3000',
    'https://127.0.0.1',
  ])('%s is one for test keys alone', (text) => {
    expect([readEmbedOrigin(text, 'test'), readEmbedOrigin(text, 'live')]).toEqual([text, undefined]);
  });

  it.each([
    '',
    'null',
    '*',
    'shop.example.org',
    '//shop.example.org',
    'http://shop.example.org',
    'ftp://shop.example.org',
    'javascript://shop.example.org',
    'https://*.example.org',
    'https://*',
    'https:shop.example.org',
    'https:///shop.example.org',
    'https://shop.example.org/pay',
    'https://shop.example.org//',
    'https://shop.example.org?',
    'https://shop.example.org#a',
    'https://me@shop.example.org',
    'https://shop.example.org\\',
    'https://shop.example.org:99999',
    'https://shop.example.org.',
    'https://shop_1.example.org',
    'https://shop.example.org https://other.example',
    "https://shop.example.org;script-src'*'",
    "https://shop.example.org,'self'",
    'https://sh%6fp.example.org',
    'https://10.0.0.5',
    'https://[::1]',
    'http://[::1]:3000',
    'http://2130706433',
    'http://0x7f.1',
    'http://127.1',
    'http://localhost.example.org',
    'http://loc\u0430lhost',
    `https://${'a'.repeat(254)}`,
  ])('%j is none', (text) => {
    expect([readEmbedOrigin(text, 'test'), readEmbedOrigin(text, 'live')]).toEqual([undefined, undefined]);
  });
});
