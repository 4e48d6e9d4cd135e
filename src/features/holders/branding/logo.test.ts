import { describe, expect, it } from 'vitest';
import { makePng } from '../../../../tests/support/png.ts';
import { logoBytesMax, readLogo } from './logo.ts';

const webp = (chunk: string, data: number[]): Buffer => {
  const body = Buffer.concat([Buffer.from(`WEBP${chunk}`), Buffer.alloc(4), Buffer.from(data)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
};
/** A frame header of the given size between two other segments. */
const jpeg = (width: number, height: number): Buffer =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3],
    ...[0xff, 0xd9],
  ]);

describe('a logo', () => {
  it.each([
    ['PNG', makePng(64, 40), { type: 'image/png', width: 64, height: 40 }],
    ['PNG with text', makePng(32, 32, [0, 0, 0], 'Comment'), { type: 'image/png', width: 32, height: 32 }],
    ['JPEG', jpeg(300, 200), { type: 'image/jpeg', width: 300, height: 200 }],
    [
      'lossy WebP',
      webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 100, 0, 80, 0, 0, 0]),
      { type: 'image/webp', width: 100, height: 80 },
    ],
    [
      'lossless WebP',
      webp('VP8L', [0x2f, 99, 0xc0, 0x13, 0, 0, 0, 0, 0, 0, 0, 0]),
      { type: 'image/webp', width: 100, height: 80 },
    ],
    [
      'extended WebP',
      webp('VP8X', [0, 0, 0, 0, 99, 0, 0, 79, 0, 0, 0, 0]),
      { type: 'image/webp', width: 100, height: 80 },
    ],
  ] as const)('%s is read', (_, bytes, logo) => {
    expect(readLogo(bytes)).toEqual({ ok: true, logo });
  });

  const png = makePng(64, 64);
  const bomb = makePng(32, 32);
  bomb.writeUInt32BE(100_000, 16);
  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'unknown_type'],
    ['a GIF', Buffer.from('GIF89a------'), 'unknown_type'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown_type'],
    ['a cut PNG', png.subarray(0, png.length - 5), 'damaged'],
    ['a PNG with a page behind it', Buffer.concat([png, Buffer.from('<script>')]), 'damaged'],
    ['a PNG of a signature alone', png.subarray(0, 8), 'damaged'],
    ['a PNG with a chunk of 4 GB', Buffer.concat([png.subarray(0, 33), Buffer.alloc(12, 0xff)]), 'damaged'],
    ['a cut JPEG', jpeg(64, 64).subarray(0, 30), 'damaged'],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 4, 1, 1, 0xff, 0xd9]), 'damaged'],
    ['a WebP of another length', Buffer.concat([webp('VP8X', Array(12).fill(50)), Buffer.from('x')]), 'damaged'],
    ['a WebP without a picture', webp('ALPH', Array(12).fill(50)), 'damaged'],
    ['a bomb', bomb, 'too_many_pixels'],
    ['a JPEG of 65,535 pixels', jpeg(65_535, 64), 'too_many_pixels'],
    ['a pixel', makePng(1, 1), 'too_few_pixels'],
    ['a large file', Buffer.concat([png, Buffer.alloc(logoBytesMax)]), 'too_many_bytes'],
  ] as const)('%s is refused', (_, bytes, problem) => {
    expect(readLogo(bytes)).toEqual({ ok: false, problem });
  });

  it('of any bytes at all is judged without an error', () => {
    for (let cut = 0; cut < png.length; cut += 1) expect(readLogo(png.subarray(0, cut)).ok).toBe(false);
    const whole = jpeg(64, 64);
    for (let cut = 0; cut < whole.length; cut += 1) expect(readLogo(whole.subarray(0, cut)).ok).toBe(false);
  });
});
