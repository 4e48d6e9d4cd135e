/**
 * The page of a payment whose customer chose bank transfer: where to, how much, under which reference, until when, and what has
 * arrived. It can be opened again, and left for another way to pay.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { showLatin, showMoney, showTime } from '../../base/languages/display.ts';
import { html } from '../../core/pages/render-page.ts';
import { findOffer } from '../../features/bank-transfers/choose-transfer.ts';
import { type DrawnCode, drawCode } from '../../features/bank-transfers/draw-code.ts';
import { arrivedOf, type PaymentTransfer } from '../../features/bank-transfers/payment-transfer.ts';
import { findPaymentTransfer } from '../../features/bank-transfers/payment-transfers.repository.ts';
import { accountRows } from '../../features/bank-transfers/present-transfer.ts';
import type { TransferAccount } from '../../features/bank-transfers/transfer-account.ts';
import { transferCodeOf } from '../../features/bank-transfers/transfer-code.ts';
import { wayBack } from '../../features/checkout/present-checkout.ts';
import { endOf, type Payment } from '../../features/payments/payment.ts';
import { arrivals } from '../../features/reconciliation/arrive-in-test.ts';
import { formatReference } from '../../features/wallets/transfer-reference.ts';
import { browserOf, type Checkout, isEndedByBrowser } from './checkout-request.ts';
import { frameOf } from './page-frame.ts';
import { renderView } from './render-view.ts';

/** Undefined where bank transfer was not chosen, or the operator takes none any more. */
export async function findChosen(
  { db }: Checkout,
  payment: Payment,
): Promise<{ transfer: PaymentTransfer; account: TransferAccount } | undefined> {
  const transfer = await findPaymentTransfer(db, payment);
  const offer = transfer && (await findOffer(db, payment));
  return transfer && offer && { transfer, account: offer.account };
}

export async function sendTransferPage(
  checkout: Checkout,
  request: FastifyRequest,
  reply: FastifyReply,
  payment: Payment,
  { transfer, account }: { transfer: PaymentTransfer; account: TransferAccount },
): Promise<FastifyReply> {
  const frame = await frameOf(checkout, request, payment, () => '');
  const { t, language, shop } = frame;
  const money = (minor: bigint): string => showMoney(minor, payment.currency, language).text;
  const arrived = arrivedOf(transfer);
  const missing = payment.amount - arrived;
  const { currency } = payment;
  const code = transferCodeOf(account, { amount: missing, currency, reference: transfer.reference });
  // Whoever chose it reads their own address; nobody else does.
  const isOwn = isEndedByBrowser(
    { ...payment, endedBy: transfer.browser, paidAt: transfer.chosenAt },
    browserOf(request),
  );
  const page = renderView('transfer', {
    ...frame,
    title: `${t.transferWaiting} · ${shop.name}`,
    lead: t.payTo,
    partText: arrived === 0n ? null : t.transferPartText(money(arrived), money(missing)),
    code: code === undefined ? null : { ...marginOf(drawCode(code.payload)), isSwiss: code.kind === 'swiss' },
    rows: [
      ...accountRows(account, t),
      { label: t.amount, text: money(missing), copied: showMoney(missing, currency, 'en').number.replaceAll(',', '') },
      { label: t.reference, text: formatReference(transfer.reference), copied: transfer.reference },
    ],
    until: showTime(endOf(payment), language),
    next:
      isOwn && transfer.payerEmail !== null
        ? t.transferNextMail(showLatin(transfer.payerEmail, language))
        : t.transferNext,
    arrivals: payment.mode === 'test' ? arrivals.map((name) => ({ name, label: t.testArrivals[name] })) : [],
    link: wayBack(payment, false, t, language),
    csrf: reply.formToken(),
  });
  return reply.type(html).send(page);
}

const margin = 4;
/** The Swiss cross is 7 mm of 46 mm. */
const crossShare = 7 / 46;

/** With the margin that a camera needs, and the place of the Swiss cross. */
function marginOf({ size, path }: DrawnCode) {
  const cross = size * crossShare;
  return {
    path,
    view: `${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`,
    cross,
    at: (size - cross) / 2,
  };
}
