/** What each format sends of a payment that was paid, as the service writes it; a test compares them. */

export type WebhookFormat = keyof typeof formatExamples;

export const formatExamples = {
  standard: {
    header: '',
    prefix: '',
    headers: [],
    body: {
      id: 'evt_1',
      type: 'payment.paid',
      mode: 'test',
      created_at: '2031-03-01T12:00:00.000Z',
      request_id: null,
      data: {
        token: 'pay_1',
        trx_id: 'trx_1',
        status: 'succeeded',
        paid: true,
        amount: '12.50',
        currency: 'EUR',
        custom: '1042',
        payer: null,
        created_at: '2031-03-01T11:59:00.000Z',
        paid_at: '2031-03-01T12:00:00.000Z',
      },
    },
  },
  mypay: {
    header: 'X-MyPay-Signature',
    prefix: '',
    headers: [],
    body: {
      event: 'payment.success',
      type: 'payment',
      status: 'success',
      amount: 12.5,
      currency: 'EUR',
      transaction_id: 'trx_1',
      token: 'pay_1',
      trx_ref: '1042',
      reference: '1042',
      custom: '1042',
      mode: 'test',
      timestamp: '2031-03-01T12:00:00.000Z',
    },
  },
  quickei: {
    header: 'X-Quickei-Signature',
    prefix: 'sha256=',
    headers: ['X-Quickei-Event: pos.order.paid'],
    body: {
      event: 'pos.order.paid',
      timestamp: '2031-03-01T12:00:00.000Z',
      mode: 'test',
      data: {
        order_id: 'pay_1',
        amount: 12.5,
        currency: 'EUR',
        status: 'PAID',
        reference: '1042',
        terminal_id: null,
        trx_id: 'trx_1',
        paid_at: '2031-03-01T12:00:00.000Z',
      },
    },
  },
  zerth: {
    header: '',
    prefix: '',
    headers: [],
    body: {
      event: 'payment.success',
      timestamp: '2031-03-01T12:00:00.000Z',
      mode: 'test',
      data: {
        transaction_id: 'trx_1',
        token: 'pay_1',
        externalReference: '1042',
        status: 'Completed',
        amount: 12.5,
        currency: 'EUR',
      },
      metadata: { woocommerce_order_id: 1042 },
    },
  },
} as const;
