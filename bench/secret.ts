/** Secret of the measured service, shared so that another process accepts the same sessions. */
export const secret = 'benchmark-secret-of-no-consequence-0000';
