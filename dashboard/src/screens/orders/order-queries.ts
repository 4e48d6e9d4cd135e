/** What the page of an order reads: its route asks for it while the screen is still on its way. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf, type Book, dataOf } from '../../api/client.ts';

/** The order, its trace and its transfers. */
export function orderQueries(book: Book, ref: string) {
  const api = apiOf(book);
  const params = { path: { ref } };
  const key = ['orders', book.holderId, book.mode, ref];
  return {
    order: queryOptions({
      queryKey: [...key, 'order'],
      queryFn: () => dataOf(api.GET('/api/v1/orders/{ref}', { params })),
    }),
    trace: queryOptions({
      queryKey: [...key, 'trace'],
      queryFn: () => dataOf(api.GET('/api/v1/orders/{ref}/trace', { params })),
    }),
    transfers: queryOptions({
      queryKey: [...key, 'transfers'],
      queryFn: () => dataOf(api.GET('/api/v1/orders/{ref}/transfers', { params })),
    }),
  };
}
