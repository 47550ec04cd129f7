import { useEffect, useRef } from 'react';
import type { PostSession, StoredPost } from '../../../editor/index.ts';
import { usePostAutomation } from '../../post-automation.tsx';

/**
 * Submits the create of a draft that was opened here to be published automatically (docs/rules.md, "Auto-publish"), and
 * tells the automation which posts its drafts become. `submit` receives the create's Idempotency-Key.
 */
export function useAutoPublish(session: PostSession, submit: (key: string) => void) {
  const automation = usePostAutomation();
  const latest = useRef(submit);
  latest.current = submit;
  const isSubmitted = useRef(false);

  useEffect(() => {
    const look = () => {
      const key = automation.takeSubmit(session.getState().documentId);
      if (key === null) return;
      isSubmitted.current = true;
      latest.current(key);
    };
    // The create may have been due before the form was open.
    look();
    return automation.onSubmit(look);
  }, [automation, session]);

  return {
    saved({ id, version, values: { title, published } }: StoredPost): void {
      const { documentId } = session.getState();
      automation.saved({
        ...{ documentId, postId: id, version, title },
        isPublished: published,
        isAutomatic: isSubmitted.current,
      });
      isSubmitted.current = false;
    },
    stopped(): void {
      isSubmitted.current = false;
    },
  };
}
