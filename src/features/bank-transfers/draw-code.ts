/** Draws a QR code as the path of an SVG: modules are one unit, without the margin. Pure. */
import encodeQR from 'qr';

export type DrawnCode = { size: number; path: string };

/** The library draws none without a border. */
const border = 1;

export function drawCode(payload: string): DrawnCode {
  const rows = encodeQR(payload, 'raw', { ecc: 'medium', border })
    .slice(border, -border)
    .map((row) => row.slice(border, -border));
  const path = rows
    .map((row, y) =>
      runsOf(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(''),
    )
    .join('');
  return { size: rows.length, path };
}

/** Dark modules beside each other as one. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
