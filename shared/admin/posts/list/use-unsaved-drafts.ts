import { useCallback, useEffect, useState } from 'react';
import { readValues } from '#shared/workspace/post-draft.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { openDocumentChannel } from '../../document-channel.ts';
import { draftHoldName, holdName, type KeptDraft, unsavedDrafts } from '../../editor/index.ts';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';

/** A draft with words that no post has. */
export interface UnsavedDraft {
  readonly id: string;
  /** Empty where it has none yet. */
  readonly title: string;
  /** The post it changes; null for a new one. */
  readonly postId: number | null;
  /** When it was last typed in, milliseconds since 1970, 0 when unknown. */
  readonly at: number;
}

/** Other devices write once a second while somebody types there. */
const SETTLING_MS = 500;

/** The drafts of this computer, those of other devices among them, the newest first; and a way to give one up. */
export function useUnsavedDrafts(): {
  drafts: readonly UnsavedDraft[];
  /** False where the draft is open in another window. */
  giveUp(draft: UnsavedDraft): Promise<boolean>;
} {
  const ports = usePorts();
  const { store, openChannel } = ports;
  const [kept, setKept] = useState<readonly KeptDraft[]>([]);
  const load = useCallback(async () => setKept(await unsavedDrafts(store)), [store]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    void load();
    const channel = openDocumentChannel(openChannel);
    const stop = channel.listen(({ kind }) => {
      if (kind !== 'draft') return;
      clearTimeout(timer);
      timer = setTimeout(load, SETTLING_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      channel.close();
    };
  }, [load, openChannel]);

  return {
    drafts: kept.map(shown),
    async giveUp({ id }) {
      const draft = kept.find(({ document }) => document.id === id);
      const isDone = draft === undefined || (await remove(ports, draft));
      await load();
      return isDone;
    },
  };
}

function shown({ document, postId, at }: KeptDraft): UnsavedDraft {
  return { id: document.id, title: readValues(document).title.trim(), postId, at };
}

/** Removes a draft as it was seen in the list: words that came since, from another device, outlive it. */
async function remove(
  { store, clock, locks, openChannel }: Pick<AdminPorts, 'store' | 'clock' | 'locks' | 'openChannel'>,
  { document, postId }: KeptDraft,
): Promise<boolean> {
  const hold = await locks.tryHold(postId === null ? draftHoldName(document.id) : holdName(postId));
  if (!hold) return false;
  try {
    const outcome = await store.remove(tombstoneOf(document, clock.now()));
    if (outcome === 'removed') {
      const channel = openDocumentChannel(openChannel);
      channel.tell({ id: document.id, kind: document.kind, update: null, isRemoved: true });
      channel.close();
    }
    return true;
  } finally {
    hold.release();
  }
}
