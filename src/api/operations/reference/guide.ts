/** The text with which the API reference begins, in Markdown: what holds for every operation, and every error. */
import { catalog, type ErrorCode } from '../../../base/errors/catalog.ts';
import { explained } from '../../../base/errors/explained.ts';

const everything = `
Take payments with a hosted checkout, record orders with their splits, settle them and pay everyone out.

| Interface | Who calls it, and how |
|---|---|
| A, merchant payments \`/pay/api/v1\` | A shop’s server, with an access token for its key pair |
| B, partner orders \`/partner/v1\` | A delivery platform’s server, with its key pair in two headers |
| People’s API \`/api/v1\` | The dashboard, with the session of a person |

Download this reference as an [OpenAPI document](/openapi.json) or a [Postman collection](/postman.json). The request
and the successful response shown with an operation are recorded from the running service, and every test run checks them
again. Error responses, and events that no such request causes, are generated from their schemas.

## Test and live

A key pair belongs to one mode: \`pk_test_…\` and \`sk_test_…\` reach test data only, \`pk_live_…\` and \`sk_live_…\` move real
money. The addresses are the same. In test mode, cards and banks are simulated, and you can move a test clock.
Test data and live data never mix.

A secret is shown once, when the pair is created in the dashboard. Keep it on your server, never in an app, a browser or a
repository. Operations of interfaces A and B can be tried from here without a key by signing in to the dashboard.

## Amounts

An amount is an exact decimal in units of its currency, with no more decimals than the currency has. Interface A takes and
returns amounts as strings (\`"12.50"\`), interface B and the people’s API as JSON numbers (\`12.5\`). Too many decimals are an
error; nothing is rounded.

## Sending a request twice

A request whose response was lost can be sent again. \`POST /partner/v1/orders\` records each \`partner_order_ref\` once; refunds
have a \`refund_ref\`. Every other write takes the header \`Idempotency-Key\`: the same key and request within 24 hours get the
first response again, with \`Idempotent-Replayed: true\`.

## Lists

Lists come in pages of \`limit\` objects. Send the \`next_cursor\` of a response as \`cursor\` to get the next page; it is null on
the last one. Events are read oldest first, by \`after\`.

## Request ID

Every response has the header \`X-Request-Id\`. Quote it when you ask about a request.
`.trim();

const statusesOf = (code: ErrorCode): string => {
  const { http, ...entry }: { http: number; merchant?: number } = catalog[code];
  return entry.merchant === undefined ? String(http) : `${http} (A: ${entry.merchant})`;
};

const row = (code: ErrorCode): string =>
  `| \`${code}\` ${statusesOf(code)} | ${explained[code].meaning} **${explained[code].remedy}** |`;

function errors(): string {
  const codes = (Object.keys(catalog) as ErrorCode[]).sort((a, b) => catalog[a].http - catalog[b].http);
  return `
## Errors

Interface B and the people’s API name the error in \`error.code\`; interface A has its message in \`message.error\`. A message
may change; a code does not. Requests that failed with 500 or 503 are safe to repeat.

| Code and status | What it means, and what to do |
|---|---|
${codes.map(row).join('\n')}
`.trim();
}

const events = `
## Events

Everything that happens is recorded as an event, in order. Read events with \`GET /events\` of interface A or B.
\`data\` is the object as the interface returned it at that moment. Ignore fields and types that you do not know: new ones
may be added. Each type is described under Webhooks.
`.trim();

export const guide = (): string => [everything, errors(), events].join('\n\n');
