/** Reads a QR code from the path that draws it, by another library than the one that made it. */
import jsQr from 'jsqr';

const scale = 4;
const margin = 4;

/** @param path of runs of dark modules, as the payment page has it. @returns what a camera would read. */
export function readCode(path: string): string | undefined {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1, 4).map(Number));
  const size = Math.max(...runs.map(([x = 0, , length = 0]) => x + length));
  const width = (size + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x = 0, y = 0, length = 0] of runs) {
    for (let down = 0; down < scale; down += 1) {
      const start = ((y + margin) * scale + down) * width + (x + margin) * scale;
      for (let at = start; at < start + length * scale; at += 1) pixels.fill(0, at * 4, at * 4 + 3);
    }
  }
  return jsQr.default(pixels, width, width)?.data;
}
