/** The service, a shop that is called back, and customers: what a browser test of the payment page needs. */
import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import type { PaymentDraft } from '../../src/features/payments/plan-payment.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { shell, shopKey } from '../support/actors.ts';
import { makeHolder } from '../support/holders.ts';
import { createTestServer } from '../support/test-server.ts';

export const password = 'correct horse battery';

/** A shop's own site: it answers every address, and remembers which were asked for. */
async function openShop(): Promise<{ origin: string; visits: string[]; close(): Promise<void> }> {
  const visits: string[] = [];
  const server: HttpServer = createHttp((request, response) => {
    if (request.url !== '/favicon.ico') visits.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>The shop</title><h1>The shop</h1></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    visits,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const freePort = async (): Promise<number> => {
  const server = createHttp();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
};

export type CheckoutWorld = Awaited<ReturnType<typeof createCheckoutWorld>>;

export async function createCheckoutWorld() {
  const port = await freePort();
  const time = { offsetMs: 0 };
  const clock = { now: () => new Date(Date.now() + time.offsetMs) };
  const server = await createTestServer({ publicUrl: `http://127.0.0.1:${port}`, clock });
  await server.app.listen({ port, host: '127.0.0.1' });
  const shop = await openShop();
  const { db } = server;
  const merchant = await makeHolder(db, 'merchant', 'Corner Bookshop');
  const creator = createPaymentCreator({ db, clock });
  const book = { holderId: merchant, mode: 'test' } as const;
  return {
    server,
    db,
    shop,
    time,
    merchant,
    async makePayment(facts: Partial<PaymentDraft> = {}): Promise<{ id: string; url: string }> {
      const { id } = await creator.create(shopKey(book), book, 'api', {
        amount: 4_990n,
        currency: 'EUR',
        returnUrl: `${shop.origin}/paid?cart=7#thanks`,
        cancelUrl: `${shop.origin}/cancelled`,
        custom: 'cart 7 & more',
        webhookUrl: null,
        orderId: null,
        ...facts,
      });
      return { id, url: `http://127.0.0.1:${port}/pay/api/v1/user/authentication/form/${id}` };
    },
    async makeCustomer(email: string, amount: bigint): Promise<bigint> {
      const { personId } = await server.people.signUp(shell, {
        name: 'Robin Reader',
        email,
        password,
        emailVerified: true,
      });
      const holderId = await makeHolder(db, 'customer', 'Robin Reader');
      await inTransaction(db, async (tx) => {
        await insertMember(tx, holderId, personId, 'owner');
        const request = { amount, currency: 'EUR', accountKind: 'wallet', source: 'card' } as const;
        await requestTopUp(shell, tx, clock, { holderId, mode: 'test' }, request);
      });
      return holderId;
    },
    statusOf: async (id: string) => (await findPayment(db, merchant, id))?.status,
    balanceOf: (holderId: bigint) =>
      findBalance(db, accountIn({ holderId, mode: 'test', currency: 'EUR' }, ledgerAccount.wallet)),
    async close() {
      await server.close();
      await shop.close();
    },
  };
}
