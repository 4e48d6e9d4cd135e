/** What the home of a shop reads first. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf, type Book, dataOf } from '../../api/client.ts';
import { readersZone } from '../../app/list-span.ts';

export const shopQuery = (book: Book) =>
  queryOptions({
    queryKey: ['home', book.holderId, book.mode, 'shop'],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/home/shop', { params: { query: { time_zone: readersZone() } } })),
  });
