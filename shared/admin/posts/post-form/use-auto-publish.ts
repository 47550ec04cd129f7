import { useEffect, useRef } from 'react';
import type { PostSession, StoredPost } from '../../editor/index.ts';
import { useRunStore } from '../../prompts/run-context.ts';

/**
 * Submits the create of a draft that a finished run of the chained prompts has opened here (admin spec §4). `submit` gets
 * its Idempotency-Key.
 */
export function useAutoPublish(session: PostSession, submit: (key: string) => void) {
  const store = useRunStore();
  const latest = useRef(submit);
  latest.current = submit;
  const isSubmitted = useRef(false);

  useEffect(() => {
    const look = () => {
      const key = store.takeSubmit(session.state().documentId);
      if (key === null) return;
      isSubmitted.current = true;
      latest.current(key);
    };
    // The create may have been due before the form was there.
    look();
    return store.onSubmit(look);
  }, [store, session]);

  return {
    saved({ id, version, values }: StoredPost): void {
      if (isSubmitted.current) store.submitted({ postId: id, version, title: values.title });
      isSubmitted.current = false;
    },
    stopped(): void {
      isSubmitted.current = false;
    },
  };
}
