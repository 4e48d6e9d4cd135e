/**
 * What should happen to one currency of one company's book, written as plainly as possible and without a line of the
 * service: numbers in a map, orders in a list. It is right because it is simple; where it and the service differ, one of
 * them is wrong.
 */
export type ModelSplit = { type: 'merchant' | 'courier' | 'partner'; link: bigint | null; amount: bigint };

export type ModelOrder = {
  ref: string;
  source: 'service' | 'cod';
  total: bigint;
  splits: ModelSplit[];
  shadowRef: string | null;
  payment: string;
  /** Also when it was refunded since. */
  isPaid: boolean;
  settlement: string;
  heldByHand: boolean;
  refunds: ModelRefund[];
  /** By split. */
  outside: bigint[];
  claimed: bigint[];
  claimLink: bigint | null;
};

export type ModelRefund = {
  order: ModelOrder;
  amount: bigint;
  taken: bigint[];
  before: boolean;
  status: 'pending' | 'awaiting_funds' | 'succeeded' | 'failed';
  /** What it counts by split, if it is in proportion. */
  counted: bigint[] | null;
  /** By split, when it was taken before settlement and given back after. */
  creditedBack: bigint[] | null;
  /** What was moved and owed when it was taken, to be given back should it fail. */
  moved: { from: string; to: string; amount: bigint }[];
  owed: { line: number; link: bigint; amount: bigint }[];
};

export type ModelPayout = {
  account: string;
  amount: bigint;
  fee: bigint;
  status: 'requested' | 'approved' | 'sent' | 'completed' | 'returned';
};

export type Refusal = 'refund_exceeds' | 'invalid_state' | 'insufficient_funds' | 'validation_failed';

const everything = 10n ** 18n;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

/**
 * In proportion, given what earlier refunds counted: one unit at a time to the split below its exact part that has the
 * smallest next unit for its share.
 */
function countOut(shares: readonly bigint[], earlier: readonly bigint[], target: bigint): bigint[] {
  const has = [...earlier];
  while (sum(has) < target) {
    let best: number | undefined;
    shares.forEach((share, index) => {
      const mine = has[index] as bigint;
      if (mine * sum(shares) >= share * target) return;
      const others = best === undefined ? 0n : ((has[best] as bigint) + 1n) * share;
      if (best === undefined || (mine + 1n) * (shares[best] as bigint) < others) best = index;
    });
    has[best as number] = (has[best as number] as bigint) + 1n;
  }
  return has.map((units, index) => units - (earlier[index] as bigint));
}

/** Largest remainder, one unit at a time to whoever is furthest behind the exact share. */
function divide(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  const parts = weights.map((weight) => (whole === 0n ? 0n : (total * weight) / whole));
  while (sum(parts) < total) {
    let worst = -1;
    let behind = -1n;
    weights.forEach((weight, index) => {
      const lack = total * weight - (parts[index] as bigint) * whole;
      if (lack > behind) {
        behind = lack;
        worst = index;
      }
    });
    parts[worst] = (parts[worst] as bigint) + 1n;
  }
  return parts;
}

export function createModel() {
  const balances = new Map<string, bigint>();
  const orders: ModelOrder[] = [];
  const refunds: ModelRefund[] = [];
  const payouts: ModelPayout[] = [];
  /** What waits for clearing, in the order in which it began to wait. */
  let queue: { amount: bigint; pay: () => void }[] = [];

  const balance = (account: string): bigint => balances.get(account) ?? 0n;
  function move(from: string, to: string, amount: bigint): void {
    balances.set(from, balance(from) - amount);
    balances.set(to, balance(to) + amount);
  }
  const waiting = (): bigint => sum(queue.map(({ amount }) => amount));
  const spendable = (): bigint => balance('clearing') - waiting();
  const counts = (refund: ModelRefund): boolean => refund.status !== 'failed';
  const takenOf = (order: ModelOrder, line: number, before: boolean, which = counts): bigint =>
    sum(order.refunds.filter((r) => r.before === before && which(r)).map((r) => r.taken[line] as bigint));
  const creditedBack = (order: ModelOrder, line: number): bigint =>
    sum(order.refunds.map((r) => r.creditedBack?.[line] ?? 0n));
  const reduced = (order: ModelOrder, line: number): bigint =>
    takenOf(order, line, true, (r) => counts(r) || r.creditedBack !== null);
  const reversed = (order: ModelOrder, line: number): bigint => takenOf(order, line, false) - creditedBack(order, line);
  const share = (order: ModelOrder, line: number): bigint => (order.splits[line]?.amount ?? 0n) - reduced(order, line);
  const isSettled = (order: ModelOrder): boolean =>
    ['settled', 'partially_reversed', 'reversed'].includes(order.settlement);
  const asked = (order: ModelOrder): bigint => sum(order.refunds.filter(counts).map((r) => r.amount));
  /** Commission answers for what clearing cannot pay. */
  const drawable = (account: string): bigint => {
    if (account === 'clearing') return spendable();
    const missing = account === 'commission' && spendable() < 0n ? -spendable() : 0n;
    return balance(account) - missing;
  };
  const isOpen = (refund: ModelRefund): boolean => refund.status === 'pending' || refund.status === 'awaiting_funds';

  function payee(order: ModelOrder, split: ModelSplit): string {
    if (order.shadowRef === null) return split.type === 'partner' ? 'commission' : `earnings:${split.link}`;
    if (split.type === 'partner') return 'shadow:commission';
    if (split.type === 'merchant') return `shadow:earnings:ref:${order.shadowRef}`;
    return split.link === null ? 'shadow:earnings:unnamed-courier' : `shadow:earnings:courier:${split.link}`;
  }

  /** Money that reached earnings pays what is owed first. */
  function recover(link: bigint, most: bigint): bigint {
    const paid = min(min(balance(`debt:${link}`), most), balance(`earnings:${link}`));
    if (paid > 0n) {
      move(`earnings:${link}`, 'clearing', paid);
      move(`debt:${link}`, 'debts', paid);
    }
    return paid;
  }

  function settleOne(order: ModelOrder): void {
    order.splits.forEach((split, line) => {
      const amount = share(order, line);
      if (amount === 0n) return;
      move(order.shadowRef === null ? 'clearing' : 'shadow:clearing', payee(order, split), amount);
      if (order.shadowRef === null && split.type !== 'partner') recover(split.link as bigint, amount);
    });
    order.settlement = 'settled';
  }

  function eligible(order: ModelOrder): boolean {
    if (order.settlement !== 'unsettled' && order.settlement !== 'awaiting_funds') return false;
    if (order.payment === 'cancelled' || order.refunds.some(isOpen)) return false;
    return order.source !== 'service' || order.payment !== 'pending';
  }

  /** Takes shares of a settled order back. */
  function takeBack(order: ModelOrder, taken: readonly bigint[], refund?: ModelRefund): void {
    const real = (line: number, amount: bigint, from: string, link: bigint | null): void => {
      const covered = min(amount, balance(from));
      if (covered > 0n) {
        move(from, 'clearing', covered);
        refund?.moved.push({ from, to: 'clearing', amount: covered });
      }
      if (link !== null && amount > covered) {
        move('debts', `debt:${link}`, amount - covered);
        refund?.owed.push({ line, link, amount: amount - covered });
      }
    };
    for (const [line, split] of order.splits.entries()) {
      const amount = taken[line] as bigint;
      if (amount === 0n) continue;
      if (order.shadowRef === null) {
        real(line, amount, payee(order, split), split.type === 'partner' ? null : split.link);
        continue;
      }
      // `refund` is in the order's list already: what was reversed before is without it.
      const earlier = reversed(order, line) - (refund === undefined ? 0n : amount);
      const claimed = order.claimed[line] as bigint;
      const unclaimed = share(order, line) - (order.outside[line] as bigint) - claimed;
      const rest = unclaimed > earlier ? unclaimed - earlier : 0n;
      const gone = earlier > unclaimed ? earlier - unclaimed : 0n;
      const fromRest = min(amount, rest);
      const from = payee(order, split);
      const covered = min(fromRest, balance(from));
      if (covered > 0n) {
        move(from, 'shadow:clearing', covered);
        refund?.moved.push({ from, to: 'shadow:clearing', amount: covered });
      }
      const fromClaim = min(amount - fromRest, claimed - gone);
      if (fromClaim > 0n) real(line, fromClaim, `earnings:${order.claimLink}`, order.claimLink);
    }
  }

  const canStillSettle = (order: ModelOrder): boolean =>
    ['unsettled', 'awaiting_funds', 'on_hold'].includes(order.settlement);
  const isUnassigned = (order: ModelOrder): boolean =>
    order.shadowRef === null &&
    order.splits.some((split, line) => split.type !== 'partner' && share(order, line) > 0n && split.link === null);

  function owedOutside(order: ModelOrder, line: number): bigint {
    const gone = (order.outside[line] as bigint) + (order.claimed[line] as bigint) + reversed(order, line);
    const cancelled = order.payment === 'cancelled';
    return cancelled || gone > share(order, line) ? 0n : share(order, line) - gone;
  }

  const isClaimable = (order: ModelOrder): boolean =>
    isSettled(order) &&
    order.claimLink === null &&
    order.splits.some((split, line) => split.type === 'merchant' && owedOutside(order, line) > 0n);

  /** Both states are what the succeeded refunds say. */
  function follow(order: ModelOrder): void {
    const succeeded = (r: ModelRefund): boolean => r.status === 'succeeded';
    const gone = sum(order.refunds.filter(succeeded).map((r) => r.amount));
    order.payment = gone === 0n ? 'paid' : gone === order.total ? 'refunded' : 'partially_refunded';
    if (isSettled(order)) {
      const lines = order.splits.map((_, line) => takenOf(order, line, false, succeeded));
      const whole = lines.every((amount, line) => amount === share(order, line) + creditedBack(order, line));
      order.settlement = sum(lines) === 0n ? 'settled' : whole ? 'reversed' : 'partially_reversed';
      return;
    }
    if (order.refunds.some(isOpen)) return;
    if (order.payment === 'refunded' && order.splits.every((_, line) => share(order, line) === 0n)) {
      order.settlement = 'void';
    } else if (order.settlement === 'void') order.settlement = 'unsettled';
    else if (order.settlement === 'on_hold' && !order.heldByHand && !isUnassigned(order)) {
      order.settlement = 'unsettled';
    }
  }

  /** What a failed refund took returns to its parties, from clearing whole or, while it is short, later. */
  function giveBack(refund: ModelRefund): void {
    const { order } = refund;
    const wasReduced = refund.before && isSettled(order);
    const back = order.splits.map((split, line) => {
      const nobody = wasReduced && order.shadowRef === null && split.type !== 'partner' && split.link === null;
      return nobody ? 0n : (refund.taken[line] as bigint);
    });
    const due: { account: string; amount: bigint }[] = [];
    const owe = (account: string, amount: bigint): void => {
      if (amount > 0n) due.push({ account, amount });
    };
    if (wasReduced && order.shadowRef === null) {
      for (const [line, split] of order.splits.entries()) owe(payee(order, split), back[line] as bigint);
    } else if (order.shadowRef !== null && isSettled(order)) {
      shadowBack(order, back, refund, owe);
    } else if (!refund.before) {
      for (const { from, amount } of refund.moved) owe(from, amount);
      for (const { link, amount } of refund.owed) owe(`earnings:${link}`, amount - forgive(link, amount));
    }
    refund.status = 'failed';
    if (wasReduced) refund.creditedBack = back;
    const pay = (): void => {
      for (const { account, amount } of due) move('clearing', account, amount);
      for (const account of new Set(due.map((one) => one.account))) {
        const link = /^earnings:(\d+)$/.exec(account)?.[1];
        if (link !== undefined) recover(BigInt(link), everything);
      }
    };
    const amount = sum(due.map((one) => one.amount));
    if (amount <= balance('clearing')) pay();
    else queue.push({ amount, pay });
  }

  function forgive(link: bigint, amount: bigint): bigint {
    const forgiven = min(balance(`debt:${link}`), amount);
    move(`debt:${link}`, 'debts', forgiven);
    return forgiven;
  }

  /** Shares of a shadow order return to who would have them, had the refund never been: the claimant last took less. */
  function shadowBack(
    order: ModelOrder,
    back: readonly bigint[],
    refund: ModelRefund,
    owe: (account: string, amount: bigint) => void,
  ): void {
    order.splits.forEach((split, line) => {
      const claimed = order.claimed[line] as bigint;
      const unclaimed = share(order, line) - (order.outside[line] as bigint) - claimed;
      const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
      const left = (gone: bigint): [shadow: bigint, real: bigint] => [
        positive(unclaimed - gone),
        positive(claimed - positive(gone - unclaimed)),
      ];
      const gone = reversed(order, line);
      const [now, then] = [left(gone), left(gone - (back[line] as bigint))];
      move('shadow:clearing', payee(order, split), then[0] - now[0]);
      const real = then[1] - now[1];
      const owed = min(real, refund.owed.find((one) => one.line === line)?.amount ?? 0n);
      const link = order.claimLink;
      if (link !== null) owe(`earnings:${link}`, real - forgive(link, owed));
    });
  }

  return {
    balances,
    orders,
    refunds,
    payouts,
    balance,
    move,
    spendable,
    eligible,
    isSettled,
    share,
    reversed,
    record(
      order: Omit<
        ModelOrder,
        'payment' | 'isPaid' | 'settlement' | 'heldByHand' | 'refunds' | 'outside' | 'claimed' | 'claimLink'
      >,
    ): void {
      const zeros = order.splits.map(() => 0n);
      orders.push({
        ...order,
        payment: 'pending',
        isPaid: false,
        settlement: 'unsettled',
        heldByHand: false,
        refunds: [],
        outside: [...zeros],
        claimed: [...zeros],
        claimLink: null,
      });
    },
    topUp: (amount: bigint): void => move('outside:bank', 'clearing', amount),
    pay(order: ModelOrder): Refusal | undefined {
      if (order.source !== 'service' || order.payment !== 'pending') return 'invalid_state';
      move('outside:card', 'clearing', order.total);
      order.payment = 'paid';
      order.isPaid = true;
      return undefined;
    },
    confirm(order: ModelOrder): Refusal | undefined {
      if (order.source === 'service' || order.isPaid || order.payment === 'cancelled') return 'invalid_state';
      if (order.settlement === 'void') return 'invalid_state';
      if (order.payment === 'pending') order.payment = 'paid';
      order.isPaid = true;
      return undefined;
    },
    cancel(order: ModelOrder): Refusal | undefined {
      if (order.payment !== 'pending') return 'invalid_state';
      order.payment = 'cancelled';
      if (order.settlement === 'settled') {
        takeBack(
          order,
          order.splits.map((_, line) => share(order, line)),
        );
        order.settlement = 'reversed';
      } else order.settlement = 'void';
      return undefined;
    },
    hold(order: ModelOrder): Refusal | undefined {
      if (!canStillSettle(order)) return 'invalid_state';
      order.settlement = 'on_hold';
      order.heldByHand = true;
      return undefined;
    },
    release(order: ModelOrder): Refusal | undefined {
      if (!canStillSettle(order)) return 'invalid_state';
      if (order.settlement !== 'on_hold') return undefined;
      if (isUnassigned(order)) return 'invalid_state';
      order.settlement = 'unsettled';
      order.heldByHand = false;
      return undefined;
    },
    /** Gives the merchant's split its link. */
    assign(order: ModelOrder, line: number, link: bigint): Refusal | undefined {
      const split = order.splits[line] as ModelSplit;
      if (split.link === link) return undefined;
      if (!canStillSettle(order) || split.link !== null || split.type === 'partner' || order.shadowRef !== null) {
        return 'invalid_state';
      }
      split.link = link;
      if (order.settlement === 'on_hold' && !order.heldByHand && !isUnassigned(order)) order.settlement = 'unsettled';
      return undefined;
    },
    /** What is owed to a restaurant off the service for one order, and to whom it is owed by split. */
    owedOutside,
    payOutside(order: ModelOrder, line: number, amount: bigint): Refusal | undefined {
      if (!isSettled(order) || owedOutside(order, line) === 0n) return 'invalid_state';
      if (amount > owedOutside(order, line)) return 'validation_failed';
      move(payee(order, order.splits[line] as ModelSplit), 'shadow:clearing', amount);
      order.outside[line] = (order.outside[line] as bigint) + amount;
      return undefined;
    },
    claim(claimed: readonly ModelOrder[], link: bigint): Refusal | undefined {
      const lines = claimed.flatMap((order) =>
        order.splits.flatMap((split, line) => (split.type === 'merchant' ? [{ order, line }] : [])),
      );
      if (claimed.some((order) => !isClaimable(order))) return 'invalid_state';
      if (sum(lines.map(({ order, line }) => owedOutside(order, line))) > spendable()) return 'insufficient_funds';
      for (const { order, line } of lines) {
        const amount = owedOutside(order, line);
        move('clearing', `earnings:${link}`, amount);
        move(payee(order, order.splits[line] as ModelSplit), 'shadow:clearing', amount);
        order.claimed[line] = amount;
        order.claimLink = link;
      }
      recover(link, everything);
      return undefined;
    },
    transfer(amount: bigint): Refusal | undefined {
      if (amount > balance('commission')) return 'insufficient_funds';
      move('commission', 'clearing', amount);
      return undefined;
    },
    askPayout(
      account: string,
      amount: bigint,
      { minimum, fee }: { minimum: bigint; fee: bigint },
    ): Refusal | undefined {
      if (amount < minimum) return 'validation_failed';
      if (amount > drawable(account)) return 'insufficient_funds';
      move(account, 'payouts:pending', amount);
      payouts.push({ account, amount, fee, status: 'requested' });
      return undefined;
    },
    changePayout(payout: ModelPayout, to: 'approved' | 'sent' | 'completed' | 'returned'): void {
      const { account, amount, fee, status } = payout;
      if (to === 'approved') move('payouts:pending', 'fees', fee);
      if (to === 'sent') move('payouts:pending', 'outside:bank', amount - fee);
      if (to === 'returned') {
        if (status === 'sent' || status === 'completed') move('outside:bank', 'payouts:pending', amount - fee);
        if (status !== 'requested') move('fees', 'payouts:pending', fee);
        move('payouts:pending', account, amount);
        const link = /^earnings:(\d+)$/.exec(account)?.[1];
        if (link !== undefined) recover(BigInt(link), everything);
      }
      payout.status = to;
    },
    settle(): void {
      for (const order of orders) if (order.shadowRef !== null && eligible(order)) settleOne(order);
      let short = false;
      for (const order of orders) {
        if (order.shadowRef !== null || !eligible(order)) continue;
        const cost = sum(order.splits.map((_, line) => share(order, line)));
        if (!short && isUnassigned(order)) order.settlement = 'on_hold';
        else if (short || cost > spendable()) {
          short = true;
          order.settlement = 'awaiting_funds';
        } else settleOne(order);
      }
    },
    refund(order: ModelOrder, amount: bigint | undefined, liable: ModelSplit | undefined): Refusal | undefined {
      if (order.payment === 'cancelled') return 'invalid_state';
      if (order.payment === 'pending' && order.source === 'service') return 'invalid_state';
      const left = order.total - asked(order);
      const wanted = amount ?? left;
      if (wanted <= 0n || wanted > left) return 'refund_exceeds';
      const room = order.splits.map((split, line) => split.amount - reduced(order, line) - reversed(order, line));
      let taken = order.splits.map(() => 0n);
      let counted: bigint[] | null = null;
      if (liable !== undefined) {
        const their = room.map((most, line) => {
          const split = order.splits[line] as ModelSplit;
          return split.type === liable.type && (liable.link === null || split.link === liable.link) ? most : 0n;
        });
        if (liable.type !== 'partner' && wanted > sum(their)) return 'refund_exceeds';
        taken = divide(min(wanted, sum(their)), their);
      } else {
        const shares = order.splits.map((split) => split.amount);
        const before = order.refunds.filter((r) => counts(r) && r.counted !== null);
        const exact = sum(shares) * (wanted + sum(before.map((r) => r.amount)));
        const target = exact / order.total + ((exact % order.total) * 2n >= order.total ? 1n : 0n);
        const earlier = shares.map((_, line) => sum(before.map((r) => r.counted?.[line] as bigint)));
        counted = countOut(shares, earlier, target);
        taken = counted.map((units, line) => min(units, room[line] as bigint));
        if (wanted === left) {
          counted = counted.map((units, line) => (units > (room[line] as bigint) ? units : (room[line] as bigint)));
          taken = room;
        }
      }

      const refund: ModelRefund = {
        order,
        amount: wanted,
        taken,
        before: !isSettled(order),
        status: 'pending',
        counted,
        creditedBack: null,
        moved: [],
        owed: [],
      };
      order.refunds.push(refund);
      refunds.push(refund);
      if (!refund.before) takeBack(order, taken, refund);
      if (order.source !== 'service') {
        refund.status = 'succeeded';
        follow(order);
      } else if (spendable() < wanted) {
        refund.status = 'awaiting_funds';
        const pay = (): void => {
          move('clearing', 'outside:card', wanted);
          refund.status = 'pending';
        };
        queue.push({ amount: wanted, pay });
      } else move('clearing', 'outside:card', wanted);
      return undefined;
    },
    payWaiting(): void {
      for (let [first] = queue; first !== undefined && balance('clearing') >= first.amount; [first] = queue) {
        queue = queue.slice(1);
        first.pay();
      }
    },
    /** The provider's answer to a refund: the first, or a failure after it had said yes. */
    answer(refund: ModelRefund, yes: boolean): void {
      if (yes) {
        refund.status = 'succeeded';
        follow(refund.order);
        return;
      }
      move('outside:card', 'clearing', refund.amount);
      giveBack(refund);
      follow(refund.order);
    },
    recover,
  };
}

export type Model = ReturnType<typeof createModel>;
