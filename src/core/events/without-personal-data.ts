/**
 * Takes out of an event's data what a developer may not see of live mode: who paid, and which bank account was used. Pure.
 * Fields keep their names, so that the shape of the data stays as documented.
 */
const personalFields: readonly string[] = ['payer', 'bank_account_id'];

export function withoutPersonalData(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutPersonalData);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      personalFields.includes(name) ? null : withoutPersonalData(value),
    ]),
  );
}
