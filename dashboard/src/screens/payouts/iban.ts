/** Whether a text can be an IBAN: its shape and its check digits (ISO 13616). The server knows each country's length too. */
const shape = /^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$/;
const modulus = 97;
const firstLetter = 'A'.charCodeAt(0);
const valueOfA = 10;

export function isIban(typed: string): boolean {
  const iban = typed.replace(/[\s-]/g, '').toUpperCase();
  if (!shape.test(iban)) return false;
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((sign) =>
    /[A-Z]/.test(sign) ? String(sign.charCodeAt(0) - firstLetter + valueOfA) : sign,
  );
  return BigInt(digits.join('')) % BigInt(modulus) === 1n;
}
