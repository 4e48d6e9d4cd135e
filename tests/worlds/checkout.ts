/**
 * For tests of the checkout: the pages on a database of their own, and browsers that keep cookies, fill forms and never
 * follow a redirect by themselves.
 */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { registerCheckout } from '../../src/api/checkout/index.ts';
import { interfaces } from '../../src/api/interfaces.ts';
import { merchantBasePaths, merchantBases } from '../../src/api/shared/merchant-bases.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { createHttpServer } from '../../src/core/http/http-server.ts';
import { accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { sendReceipt } from '../../src/features/checkout/notices/send-receipt.ts';
import { insertHolder } from '../../src/features/holders/holders.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import type { OnPaid } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import type { PayDeps } from '../../src/features/payments/pay-with-provider.ts';
import type { Payment, PaymentBase } from '../../src/features/payments/payment.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import type { PaymentDraft } from '../../src/features/payments/plan-payment.ts';
import { createProviders } from '../../src/features/providers/provider.ts';
import { createSimulator } from '../../src/features/providers/simulator.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestPeople } from './people.ts';

export type TestCheckout = Awaited<ReturnType<typeof createTestCheckout>>;
export type Made = Pick<Payment, 'id' | 'holderId' | 'mode'> & { path: string };

const secret = 'checkout-test-secret-of-more-than-32-characters';
export const password = 'correct horse battery';

export async function createTestCheckout(options: { publicUrl?: string } = {}) {
  const { publicUrl = 'http://localhost:8080' } = options;
  const database = await createTestDatabase();
  const { db, pool } = database;
  const time = { offsetMs: 0 };
  const clock = { now: () => new Date(Date.now() + time.offsetMs) };
  const people = createTestPeople(pool, { publicUrl, secrets: [secret], secure: publicUrl.startsWith('https:') });
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const app = createHttpServer({ logger: logger as never, trustProxy: false, interfaces });
  const simulator = createSimulator({ db, clock });
  const providers = createProviders({ test: simulator, live: undefined });
  const onPaid: OnPaid = (_actor, tx, payment) => sendReceipt(tx, payment);
  const onChargeback = async () => {};
  for (const base of merchantBases) {
    const testClocks = { catchUp: async () => {} };
    const deps = { db, clock, testClocks, publicUrl, people, secret, simulator, providers, onPaid, onChargeback };
    await registerCheckout(app, base, deps);
  }
  const creator = createPaymentCreator({ db, clock });

  async function makeHolder(kind: 'merchant' | 'customer', name: string): Promise<bigint> {
    return inTransaction(db, (tx) => insertHolder(tx, kind, name));
  }
  return {
    app: app as FastifyInstance,
    db,
    payDeps: { db, clock, providers, onPaid, onChargeback } satisfies PayDeps,
    pool,
    owner: database.owner,
    people,
    time,
    /** Everything that was logged. */
    lines,
    makeHolder,
    async makePayment(
      holderId: bigint,
      facts: Partial<PaymentDraft> & { mode?: Mode; base?: PaymentBase } = {},
    ): Promise<Made> {
      const { mode = 'test', base = 'api', ...draft } = facts;
      const full = { amount: 4_990n, currency: 'EUR', returnUrl: 'https://shop.example/ok?order=7', custom: null };
      const { id } = await creator.create(shopKey({ holderId, mode }), { holderId, mode }, base, {
        ...full,
        cancelUrl: null,
        webhookUrl: null,
        orderId: null,
        ...draft,
      });
      return { id, holderId, mode, path: `${merchantBasePaths[base]}/user/authentication/form/${id}` };
    },
    /** A person with a customer's wallet holding `amount` minor units of EUR test money. */
    async makeCustomer(name: string, email: string, amount: bigint): Promise<bigint> {
      const { personId } = await people.signUp(shell, { name, email, password, emailVerified: true });
      const holderId = await makeHolder('customer', name);
      await inTransaction(db, (tx) => insertMember(tx, holderId, personId, 'owner'));
      const book = { holderId, mode: 'test' } as const;
      const request = { amount, currency: 'EUR', accountKind: 'wallet', source: 'bank' } as const;
      if (amount > 0n) await inTransaction(db, (tx) => requestTopUp(shell, tx, clock, book, request));
      return holderId;
    },
    walletOf: (holderId: bigint) =>
      findBalance(db, accountIn({ holderId, mode: 'test', currency: 'EUR' }, ledgerAccount.wallet)),
    stored: async ({ holderId, id }: Made): Promise<Payment> => (await findPayment(db, holderId, id)) as Payment,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

export const goodCard = {
  method: 'card',
  card_number: '4242 4242 4242 4242',
  card_expiry: '12/39',
  card_cvc: '123',
  card_name: 'Ada Lovelace',
};

export type Browser = ReturnType<typeof createBrowser>;

export function createBrowser(app: FastifyInstance) {
  const jar = new Map<string, { value: string; path: string }>();
  let token = '';
  const cookieFor = (url: string) =>
    [...jar].filter(([, { path }]) => url.startsWith(path)).map(([name, { value }]) => `${name}=${value}`);

  async function send(url: string, form?: Record<string, string>, language?: string): Promise<LightMyRequestResponse> {
    const answer = await app.inject({
      method: form === undefined ? 'GET' : 'POST',
      url,
      headers: {
        cookie: cookieFor(url).join('; '),
        ...(language && { 'accept-language': language }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, path = '/', maxAge } of answer.cookies as Cookie[]) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, { value: encodeURIComponent(value), path });
    }
    token = /name="_csrf" value="([^"]*)"/.exec(answer.body)?.[1] ?? token;
    return answer;
  }
  return {
    jar,
    /** @param language the browser's own wish. */
    open: (url: string, language?: string) => send(url, undefined, language),
    /** Sends a form with the token of the page opened last. */
    submit: (url: string, form: Record<string, string> = {}) => send(url, { _csrf: token, ...form }),
    /** Opens a payment and pays it. */
    async pay(payment: Made, form: Record<string, string> = goodCard) {
      await send(payment.path);
      return send(`${payment.path}/pay`, { _csrf: token, ...form });
    },
    async signIn(payment: Made, email: string) {
      await send(payment.path);
      return send(`${payment.path}/sign-in`, { _csrf: token, email, password });
    },
  };
}

type Cookie = { name: string; value: string; path?: string; maxAge?: number };

/** The ledger's own proof; its answer is the list of what is wrong. */
export const expectSoundBooks = (
  { db }: TestCheckout,
  options?: Parameters<typeof expectBooksToHold>[1],
): Promise<void> => expectBooksToHold(db, options);
