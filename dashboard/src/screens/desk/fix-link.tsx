/** Where a fix is made that needs a whole screen: the page of the very object, or the list with it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Exception } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';

const base = '/h/$holderId/$mode';
/** The way back leads here again. */
const fromDesk = { isFromDesk: true } as const;

/** @returns undefined where a dialog makes the fix here. */
export function useFixLink(): (row: Exception) => ((props: object) => ReactNode) | undefined {
  const { holderId, mode } = useBook();
  const may = useMay();
  const params = { holderId, mode };
  return ({ kind, object_id: id, label, reason, source }) => {
    const of = { ...params, id };
    switch (kind) {
      case 'order_broken':
        if (reason === 'no_payee') return undefined;
        return (props) => (
          <Link to={`${base}/orders/$ref`} params={{ ...params, ref: id }} state={fromDesk} {...props} />
        );
      case 'order_refund_failed':
        return (props) => (
          <Link to={`${base}/orders/$ref`} params={{ ...params, ref: label ?? '' }} state={fromDesk} {...props} />
        );
      case 'refund_failed':
        return (props) => (
          <Link to={`${base}/payments/$id`} params={{ ...params, id: label ?? '' }} state={fromDesk} {...props} />
        );
      case 'settlement_paused':
        return (props) => <Link to={`${base}/settlements/schedule`} params={params} state={fromDesk} {...props} />;
      case 'settlement_late':
        return (props) => <Link to={`${base}/settlements`} params={params} state={fromDesk} {...props} />;
      case 'webhook':
        return (props) => <Link to={`${base}/webhooks/$id`} params={of} state={fromDesk} {...props} />;
      case 'payout_failed':
        return (props) => <Link to={`${base}/payouts`} params={params} state={fromDesk} {...props} />;
      case 'transfer':
        if (may('top_ups.confirm')) return undefined;
        return (props) => <Link to={`${base}/operator/transfers`} params={params} state={fromDesk} {...props} />;
      case 'statement_line':
        return (props) => (
          <Link
            to={`${base}/operator/reconciliation`}
            params={params}
            search={source === null ? {} : { source, search: id }}
            state={fromDesk}
            {...props}
          />
        );
      case 'payout_returned':
        return (props) => <Link to={`${base}/operator/payouts/$id`} params={of} state={fromDesk} {...props} />;
      case 'dispute_hand_over':
        return (props) => <Link to={`${base}/operator/disputes/$id`} params={of} state={fromDesk} {...props} />;
      case 'approval':
        return (props) => <Link to={`${base}/operator/accounts/$id`} params={of} state={fromDesk} {...props} />;
      case 'books':
        return (props) => <Link to={`${base}/operator/books`} params={params} state={fromDesk} {...props} />;
      case 'backup':
        return (props) => <Link to={`${base}/operator/health`} params={params} state={fromDesk} {...props} />;
      default:
        return undefined;
    }
  };
}

/** A dispute's page, by who reads it. */
export function useDisputeLink(): (id: string, isOperator: boolean) => (props: object) => ReactNode {
  const { holderId, mode } = useBook();
  return (id, isOperator) => {
    const params = { holderId, mode, id };
    return (props) =>
      isOperator ? (
        <Link to={`${base}/operator/disputes/$id`} params={params} state={fromDesk} {...props} />
      ) : (
        <Link to={`${base}/disputes/$id`} params={params} state={fromDesk} {...props} />
      );
  };
}
