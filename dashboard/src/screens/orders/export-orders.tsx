/** The list as it is filtered and sorted, as a CSV file. */
import { useBook } from '../../app/book.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { type OrderFilter, queryOf } from './order-list.ts';

export function ExportOrders({ filter }: { filter: OrderFilter }) {
  const { api } = useBook();
  const request = () => api.GET('/api/v1/orders.csv', { params: { query: queryOf(filter) }, parseAs: 'blob' });
  return <ExportButton fileName="orders.csv" request={request} />;
}
