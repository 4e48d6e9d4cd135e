/** What one check of `sluice doctor` finds. */
export type Finding = {
  name: string;
  /** `missing`: enough for `start`, but not, or not for everything, in production. */
  state: 'ok' | 'missing' | 'wrong';
  detail: string;
};
