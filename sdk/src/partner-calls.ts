/** Calls of interface B: what each takes and returns, by the id of its operation. */
import type { Http, Request, RequestOptions } from './http.ts';
import type { Page } from './pages.ts';
import type { AnswerOf, DataOf, ItemOf, OperationId } from './types.ts';

export type PartnerCalls = ReturnType<typeof callsOf>;

type Query = Record<string, unknown>;

export function callsOf(http: Http) {
  const json = async (request: Request, own?: RequestOptions) => (await http(request, own)).json;
  return {
    get: async <Name extends OperationId>(path: string, query?: Query, own?: RequestOptions): Promise<DataOf<Name>> =>
      ((await json({ method: 'GET', path, query }, own)) as { data: DataOf<Name> }).data,
    /** A page whole: its objects, and the cursor of the next one. */
    page: async <Name extends OperationId>(path: string, query?: Query, own?: RequestOptions) =>
      (await json({ method: 'GET', path, query }, own)) as AnswerOf<Name> & Page<ItemOf<Name>>,
    text: async (path: string, query?: Query, own?: RequestOptions): Promise<string> =>
      (await http({ method: 'GET', path, query, headers: {} }, own)).text,
    write: async <Name extends OperationId>(
      method: 'POST' | 'PUT' | 'DELETE',
      path: string,
      { body, idempotency = 'key' }: Pick<Request, 'body' | 'idempotency'>,
      own?: RequestOptions,
    ): Promise<DataOf<Name>> => ((await json({ method, path, body, idempotency }, own)) as { data: DataOf<Name> }).data,
  };
}
