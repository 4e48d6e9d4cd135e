/** Metadata keys that mark our objects in a provider's account that may also be used for other things. */
export const metadataKeys = Object.freeze({
  attempt: 'sluice_attempt',
  holder: 'sluice_holder',
  refund: 'sluice_refund',
  capture: 'sluice_capture',
  evidence: 'sluice_evidence',
});
