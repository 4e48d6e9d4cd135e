/**
 * Judges an uploaded logo by its content, whatever its name says: PNG, JPEG or WebP, whole and without anything behind
 * its end, small in bytes and in pixels. Pure; no pixel is decoded, so a picture made to exhaust memory costs nothing.
 */

export const logoBytesMax = 102_400;
const logoSideMax = 2_000;
const logoSideMin = 32;

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';
type Logo = { type: LogoType; width: number; height: number };
type LogoProblem = 'empty' | 'too_many_bytes' | 'unknown_type' | 'damaged' | 'too_many_pixels' | 'too_few_pixels';

export const logoProblems: Readonly<Record<LogoProblem, string>> = Object.freeze({
  empty: 'is empty',
  too_many_bytes: 'must have at most 100 KB',
  unknown_type: 'must be a PNG, JPEG or WebP picture',
  damaged: 'is damaged or incomplete',
  too_many_pixels: 'must be at most 2,000 pixels wide and high',
  too_few_pixels: 'must be at least 32 pixels wide and high',
});

type Size = { width: number; height: number };

export function readLogo(bytes: Buffer): { ok: true; logo: Logo } | { ok: false; problem: LogoProblem } {
  if (bytes.length === 0) return { ok: false, problem: 'empty' };
  if (bytes.length > logoBytesMax) return { ok: false, problem: 'too_many_bytes' };
  const type = typeOf(bytes);
  if (type === undefined) return { ok: false, problem: 'unknown_type' };
  const size = readers[type](bytes);
  if (size === undefined) return { ok: false, problem: 'damaged' };
  const { width, height } = size;
  if (width > logoSideMax || height > logoSideMax) return { ok: false, problem: 'too_many_pixels' };
  if (width < logoSideMin || height < logoSideMin) return { ok: false, problem: 'too_few_pixels' };
  return { ok: true, logo: { type, width, height } };
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function typeOf(bytes: Buffer): LogoType | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

/** Each walks the parts of a file from its first byte to its last. @returns undefined when they do not add up. */
const readers: Record<LogoType, (bytes: Buffer) => Size | undefined> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** Chunks of length, name, data and checksum, from IHDR to IEND. */
function readPng(bytes: Buffer): Size | undefined {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    if (size === undefined) {
      if (name !== 'IHDR' || length !== 13) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') return hasPixels && end === bytes.length ? size : undefined;
    at = end;
  }
  return undefined;
}

const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Segments of marker and length up to the scan, whose data ends with the last two bytes of the file. */
function readJpeg(bytes: Buffer): Size | undefined {
  if (bytes[bytes.length - 2] !== 0xff || bytes[bytes.length - 1] !== 0xd9) return undefined;
  let size: Size | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return undefined;
    if (isFrameStart(marker)) {
      if (length < 8) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (marker === 0xda) return size;
    at += 2 + length;
  }
  return undefined;
}

/** RIFF with a lossy (VP8), lossless (VP8L) or extended (VP8X) picture as its first chunk. */
function readWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') {
    if (bytes[20] !== 0x2f) return undefined;
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
