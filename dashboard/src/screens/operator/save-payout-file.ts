/** Saves a payment file as it was made, and says which payment of it something is about. */
import { pageOf } from '../../api/client.ts';
import type { PayoutFile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { saveFile } from '../../ui/save-file.ts';

export function useSavePayoutFile(): (file: PayoutFile) => Promise<void> {
  const { api, mode } = useBook();
  return async ({ file_id: id, format, message_id: name }) => {
    const params = { path: { id } };
    const extension = format === 'csv' ? 'csv' : 'xml';
    const content = await pageOf(
      (extension === 'csv'
        ? api.GET('/api/v1/operator/payout-files/{id}/file.csv', { params, parseAs: 'blob' })
        : api.GET('/api/v1/operator/payout-files/{id}/file.xml', { params, parseAs: 'blob' })) as Promise<{
        data?: Blob | undefined;
      }>,
    );
    saveFile(`payouts-${mode}-${name}.${extension}`, content);
  };
}

type Filed = { payout_id: string | null; return_id: string | null; refund_id: string | null };

/** Exactly one of them is set. */
export const filedIdOf = ({ payout_id, return_id, refund_id }: Filed): string | null =>
  payout_id ?? return_id ?? refund_id;
