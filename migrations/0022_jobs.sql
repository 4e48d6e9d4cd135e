-- These jobs have other names now, and the clock enqueues them every hour: what waits under the old names is dropped.
-- A database that is made anew has no queue yet.
do $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier in ('forget_old_answers', 'forget_old_sign_ins', 'forget_old_mails')));
  end if;
end
$$;
