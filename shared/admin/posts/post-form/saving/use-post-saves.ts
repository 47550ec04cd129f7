import { useRef } from 'react';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { SaveIntent } from '../../../editor/index.ts';
import { NOT_LOOKED_AT, redByServer, redFindings } from '../../../judge-post.ts';
import { usePorts } from '../../../ports-context.tsx';
import { publishQuestion } from '../judging/publish-question.tsx';
import type { OpenedForm } from '../open-form.ts';
import { isToCome } from './submit-text.ts';
import { useAutoPublish } from './use-auto-publish.ts';
import { useSaveReports } from './use-save-reports.ts';

export interface PostSavesOptions {
  opened: OpenedForm;
  /** Whether the values may be sent; if not, shows their faults. */
  check: (intent: SaveIntent) => boolean;
  onClose: (postId: number) => void;
  onAdopted: (postId: number) => void;
}

/**
 * The ways to save (docs/rules.md, "Post form"), and what follows: Create and Update close the form, the others keep it
 * open.
 */
export function usePostSaves({ opened, check, onClose, onAdopted }: PostSavesOptions) {
  const { session } = opened;
  const ports = usePorts();
  const { clock } = ports;
  const toast = useToast();
  const confirm = useConfirm();
  const closesAfter = useRef(false);
  const autoPublish = useAutoPublish(session, (key) => void byItself(key));
  useSaveReports(opened, {
    onStored: autoPublish.saved,
    onSaved({ isNew, post }, isUnsaved) {
      // Words typed during the save keep the form open.
      if (closesAfter.current && !isUnsaved) onClose(post.id);
      else if (isNew) onAdopted(post.id);
      closesAfter.current = false;
    },
    onStopped() {
      autoPublish.stopped();
      closesAfter.current = false;
    },
  });

  const start = (intent: SaveIntent, isClosing: boolean, key?: string) => {
    if (!check(intent)) return;
    const { published, publishedAt } = session.getState().values;
    // A date in the future schedules the post, whatever Published says; a draft keeps its date and waits.
    if (intent === 'post' && !published && isToCome(publishedAt, clock.now())) session.setValues({ published: true });
    closesAfter.current = isClosing;
    session.save(intent, key);
  };
  const isJudging = useRef(false);
  /**
   * Returns the findings that forbid publishing without a question; none when readers see the post already, or will not
   * see it.
   */
  const redBy = async (find: typeof redFindings) => {
    const { values, save } = session.getState();
    const goesLive = values.published || isToCome(values.publishedAt, clock.now());
    if (!goesLive || save.base?.baseText.published) return [];
    return find(ports, save.base?.postId ?? null, values);
  };
  const byOwner = async () => {
    if (isJudging.current || !check('post')) return;
    isJudging.current = true;
    try {
      const red = await redBy(redFindings);
      if (red.length > 0 && !(await confirm(publishQuestion(red)))) return;
    } finally {
      isJudging.current = false;
    }
    start('post', true);
  };
  const byItself = async (key: string) => {
    const against = await redBy(redByServer).then(
      ([first]) => first?.says,
      () => NOT_LOOKED_AT,
    );
    if (against === undefined) return start('post', true, key);
    autoPublish.stopped();
    toast({ title: 'Not published by itself', description: against, variant: 'destructive' });
  };
  const isLive = () => session.getState().save.base?.baseText.published === true;
  const asDraft = async () => {
    if (!check('draft')) return;
    if (isLive() && !(await confirm(takesOffline))) return;
    start('draft', false);
  };
  return {
    andClose: () => void byOwner(),
    asDraft,
    /** Saves a published post as a post, and everything else as a draft, so that no key press publishes. */
    inPlace() {
      if (isLive()) start('post', false);
      else void asDraft();
    },
  };
}

const takesOffline = {
  title: 'Save this post as a draft?',
  description: 'It is live on the website now. As a draft it is seen by you alone until it is published again.',
  confirm: 'Save Draft',
};
