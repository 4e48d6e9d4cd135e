/**
 * How a feature declares its events, in its `<feature>.events.ts`: who receives each, its data, and one sentence. Names
 * are `object.past_participle`. `data` is the object as the receiver's interface returns it at that moment, plus fields
 * that only the event has. features/event-catalog.ts joins the declarations.
 */
import type { TSchema } from 'typebox';

/** Whose event log has the event: holders of these kinds. Merchants and couriers are payees when they have a link. */
export type Receiver = 'company' | 'merchant' | 'courier' | 'customer' | 'operator';

/** What transfers belong to: the event's subject, or the refund or claim that its data names. */
type EarningsSource = 'subject' | 'refund' | 'claim';

export type EventDeclaration<Data extends TSchema = TSchema> = {
  data: Data;
  to: readonly Receiver[];
  /** One sentence, for the API reference. */
  description: string;
  /**
   * Set if transfers in the event's transaction move the earnings of payees, who get events of their own: what these
   * transfers belong to (docs/contract/common.md, "Events of payees").
   */
  publishesEarnings?: readonly EarningsSource[];
};

export type EventDeclarations = Readonly<Record<string, EventDeclaration>>;

/** @returns a function that declares an event with these receivers. */
export const eventFor =
  (...to: readonly Receiver[]) =>
  <Data extends TSchema>(
    data: Data,
    description: string,
    options: Pick<EventDeclaration, 'publishesEarnings'> = {},
  ): EventDeclaration<Data> => ({ data, to, description, ...options });

/** The types of a company's events in whose transactions earnings move, by what the transfers belong to. */
export type EarningsPublishers = Readonly<Record<EarningsSource, readonly string[]>>;

export function earningsPublishersOf(events: EventDeclarations): EarningsPublishers {
  const by = (source: EarningsSource): string[] =>
    Object.keys(events).filter((type) => events[type]?.publishesEarnings?.includes(source));
  return { subject: by('subject'), refund: by('refund'), claim: by('claim') };
}
