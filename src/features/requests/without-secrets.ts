/** Text that may be kept: without the secrets of key pairs and webhooks that were put there by mistake. Pure. */
const secrets = /\b(sk_(?:test|live)_|whsec_)[\w+/=%-]*/gi;

/** Well-formed, without what PostgreSQL refuses, cut to a length. */
export function withoutSecrets(text: string, lengthMax: number): string {
  const whole = text.replaceAll('\0', '').replaceAll(secrets, '$1…');
  return (whole.length <= lengthMax ? whole : `${whole.slice(0, lengthMax - 1)}…`).toWellFormed();
}
