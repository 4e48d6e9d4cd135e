/**
 * The command of the first call with a new key pair, to paste into a terminal. In live mode it moves nothing: a company
 * reads its wallets, a merchant gets an access token.
 */
import type { Mode } from '../../api/client.ts';

export type NewKey = { client_id: string; client_secret: string; mode: Mode; label: string };

const json = "-H 'Content-Type: application/json'";

/** Where the call goes, and in which currency its amount is. */
type Call = { origin: string; currency: string };

/** @param linkId an active link of a merchant; without one, the order is a shadow order. */
export function companyCall({ origin, currency }: Call, key: NewKey, ref: string, linkId: number | undefined): string {
  const keys = `-H 'X-Client-Id: ${key.client_id}' \\\n  -H 'X-Client-Secret: ${key.client_secret}'`;
  if (key.mode === 'live') return `curl ${origin}/partner/v1/wallets \\\n  ${keys}`;
  const merchant = { beneficiary_type: 'merchant', ...(linkId === undefined ? {} : { beneficiary_ref: linkId }) };
  const order = {
    partner_order_ref: ref,
    payment_source: 'card',
    total_amount: 25,
    currency,
    ...(linkId === undefined ? { is_shadow: true, shadow_merchant_ref: 'restaurant-1' } : {}),
    splits: [
      { ...merchant, amount: 22 },
      { beneficiary_type: 'partner', amount: 3 },
    ],
  };
  return `curl ${origin}/partner/v1/orders \\\n  ${keys} \\\n  ${json} \\\n  -d '${JSON.stringify(order)}'`;
}

export function merchantCall({ origin, currency }: Call, key: NewKey): string {
  const pair = JSON.stringify({ client_id: key.client_id, secret_id: key.client_secret });
  const token = `curl -s ${origin}/pay/api/v1/authentication/token \\\n  ${json} \\\n  -d '${pair}'`;
  if (key.mode === 'live') return token;
  const read = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`;
  const payment = JSON.stringify({ amount: '12', currency, return_url: `${origin}/`, custom: 'order-1' });
  return `TOKEN=$(${token} \\\n  | ${read})\ncurl ${origin}/pay/api/v1/payment/create \\\n  -H "Authorization: Bearer $TOKEN" \\\n  ${json} \\\n  -d '${payment}'`;
}

/** The contents of a `.env` file. */
export const envOf = (origin: string, key: NewKey): string =>
  `SLUICE_URL=${origin}\nSLUICE_CLIENT_ID=${key.client_id}\nSLUICE_CLIENT_SECRET=${key.client_secret}\n`;
