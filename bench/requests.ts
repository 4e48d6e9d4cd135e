/** The requests that the load generator sends, as text. */

export type CompanyKeys = { clientId: string; clientSecret: string; merchant: number; courier: number };

export type RequestKind =
  | { kind: 'order'; companies: readonly CompanyKeys[] }
  | { kind: 'bulk'; companies: readonly CompanyKeys[]; size: number }
  | { kind: 'token'; clientId: string; secret: string }
  | { kind: 'payment'; token: string }
  | { kind: 'status'; token: string; payments: readonly string[] };

const merchantBase = '/pay/api/v1';

function orderOf({ merchant, courier }: CompanyKeys, ref: string): string {
  return `{"partner_order_ref":"${ref}","payment_source":"card","total_amount":25.5,"currency":"USD","splits":[{"beneficiary_type":"merchant","beneficiary_ref":${merchant},"amount":18.75},{"beneficiary_type":"courier","beneficiary_ref":${courier},"amount":4.25},{"beneficiary_type":"partner","amount":2.5}]}`;
}

const post = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const keysOf = ({ clientId, clientSecret }: CompanyKeys): string =>
  `X-Client-Id: ${clientId}\r\nX-Client-Secret: ${clientSecret}\r\n`;

const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;

const nth = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

/** @returns the text of the nth request. @param prefix makes refs unique across runs. */
export function requestMaker(send: RequestKind, prefix: string): (n: number) => string {
  switch (send.kind) {
    case 'order':
      return (n) => {
        const company = nth(send.companies, n);
        return post('/partner/v1/orders', keysOf(company), orderOf(company, `${prefix}-${n}`));
      };
    case 'bulk':
      return (n) => {
        const company = nth(send.companies, n);
        const orders = Array.from({ length: send.size }, (_, i) => orderOf(company, `${prefix}-${n}-${i}`));
        return post('/partner/v1/orders/bulk', keysOf(company), `{"orders":[${orders.join(',')}]}`);
      };
    case 'token': {
      const body = JSON.stringify({ client_id: send.clientId, secret_id: send.secret });
      const request = post(`${merchantBase}/authentication/token`, '', body);
      return () => request;
    }
    case 'payment': {
      const fields = { amount: '12.50', currency: 'EUR', return_url: 'https://shop.example/thanks', custom: prefix };
      const request = post(`${merchantBase}/payment/create`, bearer(send.token), JSON.stringify(fields));
      return () => request;
    }
    case 'status':
      return (n) =>
        `GET ${merchantBase}/payment/status/${nth(send.payments, n)} HTTP/1.1\r\nHost: localhost\r\n${bearer(send.token)}\r\n`;
  }
}
