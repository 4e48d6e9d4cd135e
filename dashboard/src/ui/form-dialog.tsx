/** A form in a dialog. It is sent once, keeps what was typed when the service says no, and shows why: once. */
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Dialog } from './dialog.tsx';
import { useIsMarked } from './form-problems.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { useOnce } from './use-once.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** Says what the button does: "Send invitation". */
  action: string;
  /** Says what the other button does, where "Cancel" could be misread. */
  back?: string;
  /** What `back` does, where it does not close: there is "Cancel" beside it. */
  onBack?: () => void;
  /** It takes something away. */
  destroys?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** The mutation that the form sends. */
  act: { isPending: boolean; error: unknown };
  size?: string;
  canSubmit?: boolean;
  /** Nothing has to be typed: what closes it has the focus, so that no key that is pressed too often does what it asks about. */
  isQuestion?: boolean;
};

export function FormDialog(props: Props) {
  const { title, children, action, back, destroys = false, onSubmit, onClose, onBack, act, size = 'md' } = props;
  const { canSubmit = true, isQuestion = false } = props;
  const t = useStrings();
  const form = useRef<HTMLFormElement>(null);
  const isMarked = useIsMarked(form, act.error);
  const once = useOnce(act);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Opened by a part of another form, it is inside that form for React, which would send it too.
    event.stopPropagation();
    if (canSubmit) once(() => onSubmit(event));
  };
  /** Enter begins a new line in a long text, so there it takes another key beside it. */
  const sendOnKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // Not also the button that has the focus.
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose} size={size} keepsOpen={!isQuestion}>
      <form ref={form} onSubmit={submit} onKeyDown={sendOnKeys} noValidate>
        <Stack gap="md">
          {children}
          {act.error !== null && act.error !== undefined && !isMarked && <ProblemNotice error={act.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} {...(isQuestion ? { 'data-autofocus': true } : {})}>
              {onBack === undefined ? (back ?? t('app.cancel')) : t('app.cancel')}
            </Button>
            {onBack !== undefined && (
              <Button variant="default" onClick={onBack} disabled={act.isPending}>
                {back}
              </Button>
            )}
            <Button
              type="submit"
              loading={act.isPending}
              disabled={!canSubmit}
              {...(destroys ? { color: 'danger' } : {})}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
