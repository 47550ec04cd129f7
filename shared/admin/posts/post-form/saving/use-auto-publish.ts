import { useEffect, useRef } from 'react';
import type { PostSession, StoredPost } from '../../../editor/index.ts';
import { useRunStore } from '../../../prompts/run-context.ts';

/**
 * Submits the create of a draft that a finished run of the chained prompts has opened here (docs/rules.md,
 * "Auto-publish"), and tells the run's drafts which posts they become. `submit` gets the create's Idempotency-Key.
 */
export function useAutoPublish(session: PostSession, submit: (key: string) => void) {
  const store = useRunStore();
  const latest = useRef(submit);
  latest.current = submit;
  const isSubmitted = useRef(false);

  useEffect(() => {
    const look = () => {
      const key = store.takeSubmit(session.getState().documentId);
      if (key === null) return;
      isSubmitted.current = true;
      latest.current(key);
    };
    // The create may have been due before the form was there.
    look();
    return store.onSubmit(look);
  }, [store, session]);

  return {
    saved({ id, version, values: { title, published } }: StoredPost): void {
      const { documentId } = session.getState();
      store.saved({
        ...{ documentId, postId: id, version, title },
        isPublished: published,
        isByRun: isSubmitted.current,
      });
      isSubmitted.current = false;
    },
    stopped(): void {
      isSubmitted.current = false;
    },
  };
}
