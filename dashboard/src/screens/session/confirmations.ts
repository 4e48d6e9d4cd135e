/** By which the window of a confirmation tells the one that asked. The two may not know each other, once a provider was between. */
export const confirmations = () => new BroadcastChannel('sluice-confirmations');
