/** Who has the money of a dispute: the customer's bank, or the account again. Pure. */
export const whoHasMoney = (dispute: { withdrawals: number; returns: number }): 'withdrawn' | 'returned' =>
  dispute.returns < dispute.withdrawals ? 'withdrawn' : 'returned';
