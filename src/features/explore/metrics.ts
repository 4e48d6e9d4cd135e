/** What can be explored: the metrics of each kind of account, what each measures, and by what it can be grouped. Pure. */

/** What the figures of a metric are: amounts with counts, counts out of a number, or seconds. */
type Measure = 'money' | 'rate' | 'seconds';

export const groupings = ['none', 'merchant', 'courier', 'method', 'reason', 'account'] as const;
export type Grouping = (typeof groupings)[number];

type Metric = { measure: Measure; by: readonly Grouping[] };

const byPayee = ['none', 'merchant', 'courier', 'method'] as const;

export const companyMetrics = {
  /** By when they were recorded; shadow orders aside. */
  orders: { measure: 'money', by: byPayee },
  /** By when they settled. */
  settled: { measure: 'money', by: byPayee },
  /** What the orders recorded gave the company, as they were sent. */
  commission: { measure: 'money', by: byPayee },
  /** By when they were requested; those that failed aside. */
  refunds: { measure: 'money', by: byPayee },
  /** Of the orders recorded, those that are canceled now. */
  cancelled: { measure: 'money', by: byPayee },
} as const satisfies Record<string, Metric>;

export const shopMetrics = {
  /** By when they were paid. */
  payments: { measure: 'money', by: ['none', 'method'] },
  /** Of the payments created that were paid or ended unpaid, those that were paid. */
  success: { measure: 'rate', by: ['none'] },
  /** Of the payments created, those that had an attempt declined. */
  declines: { measure: 'money', by: ['none', 'reason'] },
  /** By when they were made; those that failed aside. */
  refunds: { measure: 'money', by: ['none', 'method'] },
  /** By when they were opened. */
  disputes: { measure: 'money', by: ['none', 'method'] },
  /** From when a payment was created to when it was paid, by the latter. */
  time_to_pay: { measure: 'seconds', by: ['none', 'method'] },
} as const satisfies Record<string, Metric>;

export const operatorMetrics = {
  /** By when they were recorded; shadow orders aside. */
  orders: { measure: 'money', by: ['none', 'account', 'method'] },
  payments: { measure: 'money', by: ['none', 'account', 'method'] },
  /** What the service charged, less what it returned, by when the ledger says so. */
  fees: { measure: 'money', by: ['none', 'account'] },
  refunds: { measure: 'money', by: ['none', 'account'] },
  /** By when they were opened. */
  disputes: { measure: 'money', by: ['none', 'account'] },
  /** By when they were requested, whatever became of them. */
  payouts: { measure: 'money', by: ['none', 'account'] },
} as const satisfies Record<string, Metric>;

export type CompanyMetric = keyof typeof companyMetrics;
export type ShopMetric = keyof typeof shopMetrics;
export type OperatorMetric = keyof typeof operatorMetrics;

const metrics = { company: companyMetrics, shop: shopMetrics, operator: operatorMetrics } as const;
/** One of the metrics, with whose it is. */
export type Explored =
  | { of: 'company'; metric: CompanyMetric }
  | { of: 'shop'; metric: ShopMetric }
  /** Of all accounts, or of one. */
  | { of: 'operator'; metric: OperatorMetric; account?: bigint | undefined };

export const metricOf = ({ of, metric }: Explored): Metric => (metrics[of] as Record<string, Metric>)[metric] as Metric;
