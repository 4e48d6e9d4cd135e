/**
 * An amount as it is typed. Up to 15 digits a number of JavaScript is exactly the decimal that was typed, so nothing is
 * computed with it on the way to the service.
 */
const pattern = /^\d{1,12}([.,]\d{1,3})?$/;

/** @returns undefined for what is no amount above 0. */
export function amountOf(typed: string): number | undefined {
  const text = typed.trim();
  if (!pattern.test(text)) return undefined;
  const amount = Number(text.replace(',', '.'));
  return amount > 0 ? amount : undefined;
}
