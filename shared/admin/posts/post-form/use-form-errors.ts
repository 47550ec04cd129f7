import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { PostSession, SaveIntent, SessionState } from '../../editor/index.ts';
import { errorsOf, errorsOfFault, type FormErrors, stillRefused } from './form-errors.ts';

/**
 * Returns the faults to show: none before a save is requested; after a refused save they follow the typed values until
 * all are mended. `check` returns whether the values may be sent, and otherwise moves the focus to the first field with
 * a fault.
 */
export function useFormErrors(
  session: PostSession,
  { values, save }: SessionState,
  form: RefObject<HTMLFormElement | null>,
): { errors: FormErrors; check: (intent: SaveIntent) => boolean } {
  const [asked, setAsked] = useState<{ intent: SaveIntent } | null>(null);
  const fault = save.kind === 'editing' ? save.fault : null;
  const refused = useRef<{ fault: typeof fault; sent: PostValues }>({ fault: null, sent: values });
  if (refused.current.fault !== fault) refused.current = { fault, sent: values };
  const { sent } = refused.current;

  const errors = useMemo(
    () => ({
      ...(fault ? stillRefused(errorsOfFault(fault), sent, values) : {}),
      ...(asked ? errorsOf(values, asked.intent) : {}),
    }),
    [asked, fault, sent, values],
  );
  useEffect(() => {
    if (asked === null && fault === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked, fault, form]);

  return {
    errors,
    check(intent) {
      const isFree = Object.keys(errorsOf(session.getState().values, intent)).length === 0;
      setAsked(isFree ? null : { intent });
      return isFree;
    },
  };
}
