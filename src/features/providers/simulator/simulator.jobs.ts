/** The job of the simulator: what a live provider would send to its webhook, sent by the clock of each test book. */
import { type Jobs, type OnJobError, schedules } from '../../../core/jobs/declare-jobs.ts';
import { type NoticeDeps, sendNotices } from './send-notices.ts';

declare module '../../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    send_test_notices: undefined;
  }
}

export const simulatorJobs = (deps: NoticeDeps, onError: OnJobError): Jobs<'send_test_notices'> => ({
  send_test_notices: {
    schedule: schedules.everyMinute,
    async run() {
      await sendNotices(deps, (error) => onError('send_test_notices', error));
    },
  },
});
