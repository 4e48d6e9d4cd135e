/** Reads a time of before: `30m`, `2h`, `7d`, or an instant. Pure. */
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @param option that has it. @throws Error that says what is accepted. */
export function readTime(option: string, text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw new Error(`${option} must be a time such as 30m, 2h, 7d or 2031-03-05T12:00:00Z, not "${text}".`);
}
