import type { ApiClient } from '#shared/api-client/client.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { judgePost } from '#shared/contract/judge.ts';
import type { BatchDraft, BatchDrafts } from '#shared/runs/batch/batch-ports.ts';
import { countInDraft, type DraftJudge, noteCounted } from '#shared/runs/batch/count-in-draft.ts';
import { judgedIn, readDraft, writeJudged } from '#shared/runs/draft-document.ts';
import { draftId } from '#shared/workflow/drafts/draft-shape.ts';
import type { DraftStore } from '../../drafts/draft-store.ts';

interface DeviceDraftOptions extends Omit<DraftJudge, 'findingsIn'> {
  api: ApiClient;
  drafts: DraftStore;
}

/** Returns the drafts of batches that this device drives. */
export function createDeviceDrafts(options: DeviceDraftOptions): BatchDrafts {
  const { api, drafts } = options;
  const findingsIn = async (body: BodyOf<typeof judgePost>) =>
    (await api.call(judgePost, { params: { id: 0 }, body })).findings;
  return {
    async make(order, { categoryId }) {
      const before = new Set(drafts.cards().map(({ draft }) => draft.id));
      const written = await drafts.make(order);
      const category = categoryId === null ? undefined : await categoryOf(api, categoryId);
      const made: BatchDraft[] = [];
      for (const [index, draft] of written.entries()) {
        const id = draftId(order.source, index);
        const document = drafts.find(id);
        // The draft was deleted, and stays deleted.
        if (!document) continue;
        if (!before.has(id)) {
          const own = category === undefined ? null : categoryId;
          const counted = await countInDraft({ ...options, findingsIn }, draft, own);
          await drafts.change(id, (changed) => {
            if (category !== undefined) changed.setField('category', category);
            noteCounted(changed, counted);
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

/** Returns the name of a category; undefined when the category no longer exists. */
async function categoryOf(api: ApiClient, categoryId: number): Promise<string | undefined> {
  return (await api.call(listCategories)).find(({ id }) => id === categoryId)?.name;
}
