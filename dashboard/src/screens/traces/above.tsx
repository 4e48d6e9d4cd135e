/** From a chain to the page of what it is about; to the reader's list of such things, where they have no page of it. */
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { LinkAbove } from '../../app/way-back.tsx';
import { type StringId, useStrings } from '../../strings/strings.tsx';

type Above = { to: LinkProps; title: string };

type Props = { trace: MoneyTrace /** What was asked for. */; asked: string };

export const Above = (props: Props) => <LinkAbove {...useAbove(props)} />;

function useAbove({ trace: { trace, reference, edges }, asked }: Props): Above {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const book = { holderId, mode };
  const [kind = '', id = ''] = trace.split(/:(.*)/s);
  const place = (to: Place, label: StringId): Above => ({ to: linkOptions({ to, params: book }), title: t(label) });
  const page = (to: PageOf, title: string): Above => ({ to: linkOptions({ to, params: { ...book, id } }), title });
  if (holder.kind === 'service') {
    if (asked.startsWith('dispute:')) {
      const params = { ...book, id: asked.slice('dispute:'.length) };
      return { to: linkOptions({ to: '/h/$holderId/$mode/operator/disputes/$id', params }), title: t('dispute.one') };
    }
    if (kind === 'payout') return page('/h/$holderId/$mode/operator/payouts/$id', t('trace.payout'));
    if (kind === 'top_up') return place('/h/$holderId/$mode/operator/top-ups', 'op.topUps.title');
    return place('/h/$holderId/$mode', 'desk.title');
  }
  if (kind === 'payout') return place('/h/$holderId/$mode/payouts', 'payouts.title');
  if (holder.kind === 'company') {
    if (kind === 'order' && reference !== null) {
      const params = { ...book, ref: reference };
      return {
        to: linkOptions({ to: '/h/$holderId/$mode/orders/$ref', params }),
        title: t('trace.order', { order: reference }),
      };
    }
    if (kind === 'settlement') return page('/h/$holderId/$mode/settlements/$id', `${t('code.settlement')} ${id}`);
    return place('/h/$holderId/$mode/wallets', 'wallets.title');
  }
  if (holder.kind === 'merchant') {
    if (kind === 'payment') return page('/h/$holderId/$mode/payments/$id', t('payments.payment'));
    return place('/h/$holderId/$mode/earnings', 'earnings.title');
  }
  if (holder.kind === 'courier') return place('/h/$holderId/$mode', 'earnings.title');
  // A receipt goes by the movement of the wallet, not by the payment.
  const movement = edges.find(({ code, transfer_id: moved }) => code === 'payment' && moved !== null)?.transfer_id;
  if (kind === 'payment' && movement != null) {
    const params = { ...book, id: String(movement) };
    return { to: linkOptions({ to: '/h/$holderId/$mode/wallet/payments/$id', params }), title: t('receipt.title') };
  }
  return place('/h/$holderId/$mode', 'wallet.title');
}

type Place =
  | '/h/$holderId/$mode'
  | '/h/$holderId/$mode/operator/top-ups'
  | '/h/$holderId/$mode/payouts'
  | '/h/$holderId/$mode/wallets'
  | '/h/$holderId/$mode/earnings';
type PageOf =
  | '/h/$holderId/$mode/operator/payouts/$id'
  | '/h/$holderId/$mode/settlements/$id'
  | '/h/$holderId/$mode/payments/$id';
