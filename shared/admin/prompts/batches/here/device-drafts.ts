import type { ApiClient } from '#shared/api-client/client.ts';
import type { JudgedCounts } from '#shared/contract/ai-batches.ts';
import { listCategories } from '#shared/contract/categories.ts';
import { judgePost } from '#shared/contract/judge.ts';
import type { BatchDraft, BatchDrafts } from '#shared/runs/batch/batch-ports.ts';
import { judgedIn, readDraft, writeJudged } from '#shared/runs/draft-document.ts';
import { draftId, type GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import type { DraftStore } from '../../drafts/draft-store.ts';

interface DeviceDraftOptions {
  api: ApiClient;
  drafts: DraftStore;
  onError(error: unknown): void;
}

/** The drafts of batches that this device drives. */
export function createDeviceDrafts(options: DeviceDraftOptions): BatchDrafts {
  const { api, drafts } = options;
  return {
    async make(order, { categoryId }) {
      const before = new Set(drafts.cards().map(({ draft }) => draft.id));
      const written = await drafts.make(order);
      const category = categoryId === null ? undefined : await categoryOf(api, categoryId);
      const made: BatchDraft[] = [];
      for (const [index, draft] of written.entries()) {
        const id = draftId(order.source, index);
        const document = drafts.find(id);
        // It was deleted, and stays so.
        if (!document) continue;
        if (!before.has(id)) {
          const judged = await judge(options, draft);
          await drafts.change(id, (changed) => {
            if (category !== undefined) changed.setField('category', category);
            if (judged) writeJudged(changed, judged);
          });
        }
        made.push({ id, title: readDraft(document)?.title ?? '', judged: judgedIn(document) });
      }
      return made;
    },
    async words(id) {
      const document = drafts.find(id);
      return document && readDraft(document);
    },
    noteRead: (id, findings) =>
      drafts.change(id, (document) => {
        writeJudged(document, { red: 0, yellow: 0, ...judgedIn(document), reader: findings });
      }),
  };
}

/** What it is called; undefined for one that is not there any more. */
async function categoryOf(api: ApiClient, categoryId: number): Promise<string | undefined> {
  return (await api.call(listCategories)).find(({ id }) => id === categoryId)?.name;
}

/** A draft that cannot be judged is a draft all the same. */
async function judge({ api, onError }: DeviceDraftOptions, draft: GeneratedDraft): Promise<JudgedCounts | null> {
  const { title, excerpt, content } = draft;
  const body = { title, excerpt, content };
  try {
    const { findings } = await api.call(judgePost, { params: { id: 0 }, body });
    const count = (level: 'red' | 'yellow') => findings.filter((finding) => finding.level === level).length;
    return { red: count('red'), yellow: count('yellow') };
  } catch (error) {
    onError(error);
    return null;
  }
}
