/**
 * Formats times for people. Pure. One fixed format, because the reader's locale is unknown without a
 * script.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 09:05 UTC`. */
export function displayTime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}
