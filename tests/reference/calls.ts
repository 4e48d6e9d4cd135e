/** Calls operations by their ids, as the OpenAPI document of the running service describes them. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { keyHeaders } from '../support/holders.ts';
import type { ReferenceWorld, Sent } from './scenario.ts';

export type Operation = { id: string; method: string; path: string; tag: string };

type Document = { paths: Record<string, Record<string, { operationId: string; tags: string[] }>> };

export async function operationsOf(app: FastifyInstance): Promise<Operation[]> {
  const { paths } = (await app.inject('/openapi.json')).json() as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, tags }]) => ({
      id,
      method: method.toUpperCase(),
      path,
      tag: tags[0] as string,
    })),
  );
}

export const isOfMerchants = ({ path }: Operation): boolean => path.startsWith('/pay/api/');
export const isOfPeople = ({ path }: Operation): boolean => path.startsWith('/api/');
export const isOfPartners = ({ path }: Operation): boolean => path.startsWith('/partner/');

export const inAddress = (path: string, values: Record<string, unknown> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

export function send(
  app: FastifyInstance,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { path: values, query = {}, body, bytes }: Sent,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: method as 'GET',
    url: inAddress(path, values),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(bytes === undefined ? {} : { payload: bytes }),
  });
}

export type Seen = (operation: Operation, sent: Sent, answer: LightMyRequestResponse) => void;

/** As a server with the key pairs of the world. @param seen is told of every request and its answer. */
export function caller(app: FastifyInstance, operations: readonly Operation[], world: ReferenceWorld, seen: Seen) {
  let token = '';
  const headersFor = (operation: Operation, { live }: Sent): Record<string, string> => {
    if (isOfPartners(operation)) return keyHeaders(live === true ? world.companyLiveKeys : world.companyKeys);
    return token === '' ? {} : { authorization: `Bearer ${token}` };
  };
  return async (id: string, sent: Sent = {}) => {
    const operation = operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}`);
    const answer = await send(app, operation, sent, headersFor(operation, sent));
    if (answer.statusCode >= 300) throw new Error(`${id} was answered ${answer.statusCode}: ${answer.body}`);
    seen(operation, sent, answer);
    if (!isJson(answer)) return answer.body;
    const { data } = answer.json();
    if (id.startsWith('createAccessToken')) token = data.access_token;
    return data;
  };
}

export const isJson = ({ headers }: LightMyRequestResponse): boolean =>
  String(headers['content-type']).startsWith('application/json');
