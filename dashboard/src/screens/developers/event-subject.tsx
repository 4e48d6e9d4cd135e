/** What an event is about, as its data says: what it is called, its amount, and its page where the reader has one. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Event } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money } from '../../ui/money.tsx';
import { Shortened } from '../../ui/shortened.tsx';

type Subject = {
  /** "Order QB-1001", "cart-5948", "Payout". */
  title: string;
  /** Of what the title does not name already. */
  id: string | undefined;
  amount: { amount: number; currency: string } | undefined;
};

/** The fields that events of different objects have, each in its own spelling. */
type Data = {
  partner_order_ref?: unknown;
  custom?: unknown;
  payer?: { username?: unknown } | null;
  name?: unknown;
  amount?: unknown;
  order_amount?: unknown;
  currency?: unknown;
  credited?: readonly { amount: number; currency: string }[];
};

export function subjectOf({ subject, data }: Event): Subject {
  const { kind, id } = partsOf(subject);
  const words = kind.replaceAll('_', ' ');
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const { partner_order_ref: ref, custom, payer, name: own } = data as Data;
  const amount = amountOf(data);
  if (typeof ref === 'string') return { title: `${name} ${ref}`, id: undefined, amount };
  if (kind === 'settlement') return { title: `${name} ${id}`, id: undefined, amount };
  const called = [custom, payer?.username, own].find((one) => typeof one === 'string' && one !== '');
  return { title: typeof called === 'string' ? called : name, id: id || undefined, amount };
}

/** Merchants' events write decimals as text, the others as numbers. */
function amountOf(data: Event['data']): Subject['amount'] {
  const { amount, order_amount: ofOrder, currency, credited } = data as Data;
  const [only, ...others] = credited ?? [];
  if (only !== undefined) return others.length === 0 ? only : undefined;
  const number = Number(amount ?? ofOrder ?? Number.NaN);
  return typeof currency === 'string' && Number.isFinite(number) ? { amount: number, currency } : undefined;
}

function partsOf(subject: string) {
  const end = subject.indexOf(':');
  return { kind: subject.slice(0, end), id: subject.slice(end + 1) };
}

/** With its page as a link and its id to copy. */
export function EventSubject({ of: event }: { of: Event }) {
  const t = useStrings();
  const link = useSubjectLink()(event);
  const { title, id, amount } = subjectOf(event);
  return (
    <Dotted>
      {link === undefined ? <span>{title}</span> : <Link {...link}>{title}</Link>}
      {amount !== undefined && (
        <span>
          <Money {...amount} />
        </span>
      )}
      {id !== undefined && (
        <Text component="span" inherit c="dimmed" maw="100%">
          <Copyable value={id} what={t('events.about.id')} />
        </Text>
      )}
    </Dotted>
  );
}

/** For a row that is opened as a whole. */
export function EventFacts({ of: event }: { of: Event }) {
  const { title, id } = subjectOf(event);
  return (
    <>
      <span style={{ overflowWrap: 'anywhere' }}>{title}</span>
      {id !== undefined && (
        <span data-shrinks>
          <Shortened id={id} />
        </span>
      )}
    </>
  );
}

function useSubjectLink() {
  const { holder, holderId, mode } = useBook();
  const params = { holderId, mode };
  return ({ subject, data }: Event) => {
    const { kind, id } = partsOf(subject);
    const { partner_order_ref: ref } = data as Data;
    if (holder.kind === 'company' && (kind === 'order' || kind === 'order_refund') && typeof ref === 'string') {
      return linkOptions({ to: '/h/$holderId/$mode/orders/$ref', params: { ...params, ref } });
    }
    if (holder.kind === 'company' && kind === 'settlement') {
      return linkOptions({ to: '/h/$holderId/$mode/settlements/$id', params: { ...params, id } });
    }
    if (holder.kind === 'merchant' && kind === 'payment') {
      return linkOptions({ to: '/h/$holderId/$mode/payments/$id', params: { ...params, id } });
    }
    if (kind === 'payout' || kind === 'top_up') {
      return linkOptions({ to: '/h/$holderId/$mode/traces/$id', params: { ...params, id: subject } });
    }
    return undefined;
  };
}
