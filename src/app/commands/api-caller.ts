/**
 * A key pair that calls a running service as an integrator would: interface B for a company, A for a merchant. The
 * secret comes from the environment or the demo's facts, never from an argument, which everyone on the machine can read.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirFiles } from '../config.ts';

export type Side = 'company' | 'merchant';
/** `origin`: of the demo's service, for a pair of the demo. */
export type Pair = { clientId: string; secret: string; origin?: string };
type Answer = { status: number; body: unknown };

/** A refusal by the service that sending again does not help against. */
export class Refused extends Error {}

/** The service did not answer, or not now. */
export class Unreachable extends Error {}

export type ApiCaller = {
  side: Side;
  /** `data` of the answer, whole. @throws Refused, Unreachable. */
  call(method: string, path: string, body?: object, signal?: AbortSignal): Promise<unknown>;
};

type Facts = { origin?: string } & Partial<
  Record<Side, { test?: { client_id: string; secret_id?: string; client_secret?: string } }>
>;

/**
 * The pair of SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET, or that of the demo.
 * @param as which of the demo's key pairs. @throws Error that says what to set.
 */
export function findPair(env: NodeJS.ProcessEnv, dataDir: string, as: Side): Pair {
  const { SLUICE_CLIENT_ID: clientId, SLUICE_CLIENT_SECRET: secret } = env;
  if (clientId && secret) return { clientId, secret };
  if (clientId || secret) throw new Error('Set SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET together.');
  const file = join(dataDir, dataDirFiles.demo);
  const facts: Facts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const demo = facts[as]?.test;
  const demoSecret = demo?.client_secret ?? demo?.secret_id;
  if (demo === undefined || demoSecret === undefined) {
    throw new Error('Set SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET to a key pair of the company or merchant.');
  }
  return { clientId: demo.client_id, secret: demoSecret, ...(facts.origin && { origin: facts.origin }) };
}

/** @throws Refused when neither interface takes the pair. */
export async function connect(origin: string, pair: Pair, signal?: AbortSignal): Promise<ApiCaller> {
  const company = callerOfCompany(origin, pair);
  const answer = await request(`${origin}/partner/v1/beneficiaries?limit=1`, { headers: headersOf(pair), signal });
  if (answer.status !== 401) {
    checked(answer);
    return company;
  }
  const merchant = callerOfMerchant(origin, pair);
  await merchant.call('GET', '/events?limit=1', undefined, signal);
  return merchant;
}

const headersOf = ({ clientId, secret }: Pair) => ({ 'x-client-id': clientId, 'x-client-secret': secret });

const callerOfCompany = (origin: string, pair: Pair): ApiCaller => ({
  side: 'company',
  call: async (method, path, body, signal) =>
    checked(await request(`${origin}/partner/v1${path}`, { method, headers: headersOf(pair), body, signal })),
});

function callerOfMerchant(origin: string, pair: Pair): ApiCaller {
  const base = `${origin}/pay/api/v1`;
  let token: string | undefined;

  async function authenticate(signal: AbortSignal | undefined): Promise<string> {
    const body = { client_id: pair.clientId, secret_id: pair.secret };
    const answer = checked(await request(`${base}/authentication/token`, { method: 'POST', body, signal }));
    return (answer as { data: { access_token: string } }).data.access_token;
  }

  return {
    side: 'merchant',
    async call(method, path, body, signal) {
      const send = (bearer: string) =>
        request(`${base}${path}`, { method, headers: { authorization: `Bearer ${bearer}` }, body, signal });
      token ??= await authenticate(signal);
      let answer = await send(token);
      if (answer.status === 403) {
        token = await authenticate(signal);
        answer = await send(token);
      }
      return checked(answer);
    },
  };
}

type Options = {
  method?: string;
  headers?: Record<string, string>;
  body?: object | undefined;
  signal?: AbortSignal | undefined;
};

async function request(url: string, { method = 'GET', headers = {}, body, signal }: Options): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? null,
    });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    throw new Unreachable(`${new URL(url).origin} does not respond.`, { cause: error });
  }
}

type Detail = { field: string; message: string };
type Failure = { error?: { message: string; details?: Detail[] }; message?: { error?: string[] } };

/** 429, 500 and 503 are worth another try. */
function checked({ status, body }: Answer): unknown {
  if (status < 300) return body;
  const { error, message } = body as Failure;
  const named = (error?.details ?? []).map((detail) => ` ${detail.field}: ${detail.message}.`).join('');
  const text = `${status}: ${error?.message ?? message?.error?.[0] ?? 'refused'}${named}`;
  throw status === 429 || status >= 500 ? new Unreachable(text) : new Refused(text);
}
