import { type RefObject, useEffect, useState } from 'react';
import { LazyContentEditor } from '../../content-editor/index.ts';
import { flushOnHide } from '../../editor/index.ts';
import { usePorts } from '../../ports-context.tsx';
import type { FormTarget } from '../post-address.ts';
import { type OpenedForm, openForm } from './open-form.ts';

type Opening = { kind: 'opening' } | { kind: 'open'; form: OpenedForm } | { kind: 'failed'; error: unknown };

/**
 * Opens a form while the component is mounted; the component is made anew for another target. `closing` settles when
 * the form before this one is closed: until then that form may hold the same post.
 */
export function useOpenedForm(target: FormTarget, closing: RefObject<Promise<unknown>>): Opening {
  const ports = usePorts();
  const [opened] = useState(target);
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });

  useEffect(() => {
    // Fetched at the same time as the draft; if this fails, the field reports it.
    LazyContentEditor.load().catch(() => undefined);
    const gone = new AbortController();
    let stopFlushing = () => {};
    const form = closing.current.then(() => openForm(ports, opened, gone.signal));
    form.then(
      (open) => {
        if (gone.signal.aborted) return;
        stopFlushing = flushOnHide({ window, document }, () => void open.session.flush());
        setOpening({ kind: 'open', form: open });
      },
      (error: unknown) => {
        if (!gone.signal.aborted) setOpening({ kind: 'failed', error });
      },
    );
    return () => {
      gone.abort();
      stopFlushing();
      closing.current = form.then(
        ({ session }) => session.close(),
        () => undefined,
      );
    };
  }, [ports, opened, closing]);

  return opening;
}
