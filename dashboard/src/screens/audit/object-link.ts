/** The page of an audit entry's object, if the reader has one of it. */
import { linkOptions } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';

const accounts: readonly string[] = ['company', 'merchant', 'courier', 'customer'];

export function useObjectLink() {
  const { holder, holderId, mode: open } = useBook();
  return ({ object: { kind, id, name }, mode }: AuditEntry) => {
    const params = { holderId, mode: mode ?? open };
    if (holder.kind === 'service') {
      if (kind === 'payout')
        return linkOptions({ to: '/h/$holderId/$mode/operator/payouts/$id', params: { ...params, id } });
      if (kind === 'dispute')
        return linkOptions({ to: '/h/$holderId/$mode/operator/disputes/$id', params: { ...params, id } });
      if (kind === 'order')
        return linkOptions({ to: '/h/$holderId/$mode/traces/$id', params: { ...params, id: `order:${id}` } });
      if (accounts.includes(kind))
        return linkOptions({ to: '/h/$holderId/$mode/operator/accounts/$id', params: { ...params, id } });
      return undefined;
    }
    if (kind === 'payout') {
      return linkOptions({ to: '/h/$holderId/$mode/traces/$id', params: { ...params, id: `payout:${id}` } });
    }
    if (kind === 'dispute') return linkOptions({ to: '/h/$holderId/$mode/disputes/$id', params: { ...params, id } });
    if (kind === 'webhook_endpoint')
      return linkOptions({ to: '/h/$holderId/$mode/webhooks/$id', params: { ...params, id } });
    if (kind === 'payment' && holder.kind === 'merchant') {
      return linkOptions({ to: '/h/$holderId/$mode/payments/$id', params: { ...params, id } });
    }
    if (holder.kind !== 'company') return undefined;
    if (kind === 'order' || kind === 'order_refund') {
      const ref = name ?? (kind === 'order_refund' || /^\d+$/.test(id) ? null : id);
      return ref === null
        ? undefined
        : linkOptions({ to: '/h/$holderId/$mode/orders/$ref', params: { ...params, ref } });
    }
    if (kind === 'link') return linkOptions({ to: '/h/$holderId/$mode/links/$link', params: { ...params, link: id } });
    return undefined;
  };
}
