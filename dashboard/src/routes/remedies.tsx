/** The dialogs that lift a refusal, over whatever screen is open. Loaded when they are first needed. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { onRepeated } from '../api/once.ts';
import { offerRemedy } from '../api/remedies.ts';
import { sessionQuery } from '../app/session.ts';
import type { Asked } from '../screens/session/asked.ts';
import { useStrings } from '../strings/strings.tsx';

const SignInAgain = lazy(async () => ({
  default: (await import('../screens/session/sign-in-again.tsx')).SignInAgain,
}));
const PassAgain = lazy(async () => ({ default: (await import('../screens/session/pass-again.tsx')).PassAgain }));

export function Remedies() {
  const t = useStrings();
  // Rare, and no part of what a visitor or a phone loads first.
  useEffect(
    () => onRepeated(() => void import('../ui/toast.ts').then(({ showToast }) => showToast(t('app.repeated')))),
    [t],
  );
  // Listens from the beginning, and so hears it before any dialog of a screen does.
  useEffect(() => {
    window.addEventListener('keydown', escapeFirst, true);
    return () => window.removeEventListener('keydown', escapeFirst, true);
  }, []);
  return (
    <>
      <Dialog code="signed_out" onEscape="stay" show={(asked) => <SignInAgain {...asked} />} />
      <Dialog code="second_factor_required" onEscape="cancel" show={(asked) => <PassAgain {...asked} />} />
    </>
  );
}

/** What Escape does to the dialog on top, if one asks. */
let answerEscape: (() => void) | undefined;

/** Escape is for what asks, and never for the form that waits under it. */
function escapeFirst(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || answerEscape === undefined) return;
  event.stopImmediatePropagation();
  answerEscape();
}

type DialogProps = { code: string; onEscape: 'stay' | 'cancel'; show: (asked: Asked) => ReactNode };

function Dialog({ code, onEscape, show }: DialogProps) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(async () => {
    // Nobody was signed in: there is no screen to return to.
    const session = queries.getQueryData(sessionQuery.queryKey);
    if (session === undefined || session === null) return false;
    const { person, single_sign_on: account } = session;
    return new Promise<boolean>((resolve) => {
      answerEscape = () => {
        if (onEscape === 'cancel') resolve(false);
      };
      setAsked({ person, account, onAnswer: resolve });
    }).finally(() => {
      answerEscape = undefined;
      setAsked(null);
    });
  }, [queries, onEscape]);
  useEffect(() => offerRemedy(code, ask), [code, ask]);
  return asked === null ? null : <Suspense>{show(asked)}</Suspense>;
}
