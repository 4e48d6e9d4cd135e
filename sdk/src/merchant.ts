/** Interface A: payments of a shop. Access tokens are requested and renewed as needed. */
import { createAccessTokens } from './access-token.ts';
import { SluiceError } from './errors.ts';
import { type EventsQuery, eventsToEnd, followedEvents } from './events.ts';
import {
  type ClientOptions,
  checkOptions,
  createHttp,
  type Http,
  type Request,
  type RequestOptions,
  segment,
} from './http.ts';
import type { BodyOf, DataOf, OperationId, QueryOf } from './types.ts';

const base = '/pay/api/v1';
const unauthorized = 401;
const forbidden = 403;

export type SluiceMerchant = ReturnType<typeof createMerchant>;
type MerchantEvent = DataOf<'listMerchantEvents'>['events'][number];

/** A client for one key pair, and so for one shop in one mode. */
export function createMerchant(given: ClientOptions) {
  const options = checkOptions(given);
  const http = createHttp(base, options);
  const tokens = createAccessTokens(http, options);
  const call = callsOf(http, tokens);
  return {
    payments: paymentsOf(call, http, options),
    events: eventsOf(call),
    webhooks: webhooksOf(call),
    /** For requests that this library does not have. It is renewed before it expires. */
    accessToken: () => tokens.current(),
  };
}

type Call = <Name extends OperationId>(request: Request, own?: RequestOptions) => Promise<DataOf<Name>>;

/** Calls with an access token. */
function callsOf(http: Http, tokens: ReturnType<typeof createAccessTokens>): Call {
  async function call<Name extends OperationId>(request: Request, own?: RequestOptions): Promise<DataOf<Name>> {
    const token = await tokens.current();
    try {
      return await sendWith<Name>(token, request, own);
    } catch (error) {
      if (!isOfToken(error)) throw error;
      // Its key pair may have been rotated, or the secret of the service changed.
      tokens.drop(token);
      return sendWith<Name>(await tokens.current(), request, own);
    }
  }

  async function sendWith<Name extends OperationId>(token: string, request: Request, own?: RequestOptions) {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const { json } = await http({ ...request, headers }, own);
    return (json as { data: DataOf<Name> }).data;
  }

  return call;
}

function paymentsOf(call: Call, http: Http, options: ReturnType<typeof checkOptions>) {
  return {
    /** Send the customer to the `payment_url` of the answer. */
    create: (body: BodyOf<'createPayment'>, own?: RequestOptions) =>
      call<'createPayment'>({ method: 'POST', path: '/payment/create', body, idempotency: 'key' }, own),
    get: (token: string, own?: RequestOptions) =>
      call<'getPayment'>({ method: 'GET', path: `/payment/status/${segment(token)}` }, own),
    /** As `get`, with the token in the query. */
    find: (query: QueryOf<'getPaymentByQuery'>, own?: RequestOptions) =>
      call<'getPaymentByQuery'>({ method: 'GET', path: '/payment/status', query }, own),
    /** As `get`, with the key pair instead of an access token. */
    getByKeys: async (token: string, own?: RequestOptions) => {
      const { clientId: client_id, clientSecret: secret_id } = options;
      const body = { client_id, secret_id, token };
      const { json } = await http({ method: 'POST', path: '/payment/status', body, idempotency: 'ref' }, own);
      return (json as { data: DataOf<'getPaymentByKeys'> }).data;
    },
    /** Each `refund_ref` refunds once, however often it is sent. */
    refund: (body: BodyOf<'refundPayment'>, own?: RequestOptions) =>
      call<'refundPayment'>({ method: 'POST', path: '/payment/refund', body, idempotency: 'ref' }, own),
    /** All that was authorized, or a part; once. A repetition of the same answers alike. */
    capture: (body: BodyOf<'capturePayment'>, own?: RequestOptions) =>
      call<'capturePayment'>({ method: 'POST', path: '/payment/capture', body, idempotency: 'ref' }, own),
    /** An authorized payment is voided. */
    cancel: (token: string, own?: RequestOptions) =>
      call<'cancelPayment'>({ method: 'POST', path: '/payment/cancel', body: { token }, idempotency: 'key' }, own),
  };
}

function eventsOf(call: Call) {
  const events = (query: QueryOf<'listMerchantEvents'> = {}, own?: RequestOptions) =>
    call<'listMerchantEvents'>({ method: 'GET', path: '/events', query }, own);
  const eventsPage = async (query: QueryOf<'listMerchantEvents'>, own?: RequestOptions) => {
    const page = await events(query, own);
    return { data: page.events, next_cursor: page.next_cursor };
  };
  return {
    /** Oldest first, after the event that was read last. With `wait` it waits for one when there is none. */
    list: events,
    /** Every event that has happened. */
    all: (query: EventsQuery = {}, own?: RequestOptions) =>
      eventsToEnd<MerchantEvent>((at) => eventsPage(at, own), query),
    /** Every event, and then each as it happens, until the `signal` is aborted. */
    follow: (query: QueryOf<'listMerchantEvents'> = {}, own?: RequestOptions) =>
      followedEvents<MerchantEvent>((at) => eventsPage(at, own), query),
  };
}

function webhooksOf(call: Call) {
  return {
    /** Where webhooks are sent. They are made and changed in the dashboard. */
    list: (own?: RequestOptions) =>
      call<'listMerchantWebhookEndpoints'>({ method: 'GET', path: '/webhook-endpoints' }, own),
    /**
     * Sends one event again, all that were given up, or all events of a time range.
     * @param id of an endpoint, or `addresses` for that of the `webhook_url`s of payments.
     */
    resend: (id: string, body: BodyOf<'resendMerchantWebhooks'>, own?: RequestOptions) =>
      call<'resendMerchantWebhooks'>(
        { method: 'POST', path: `/webhook-endpoints/${segment(id)}/resend`, body, idempotency: 'key' },
        own,
      ),
  };
}

/** The service refused the access token, not the request. */
const isOfToken = (error: unknown): boolean =>
  error instanceof SluiceError &&
  (error.status === unauthorized || (error.status === forbidden && /\btoken\b/i.test(error.message)));
