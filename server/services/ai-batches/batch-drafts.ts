import type { Executor } from '#server/db/transaction.ts';
import { listCategories } from '#server/repositories/categories.ts';
import type { DraftReader } from '#server/services/ai/draft-reader.ts';
import type { JudgeService } from '#server/services/judge/judge-service.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { judgePost } from '#shared/contract/judge.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { BatchDocuments, BatchDraft, BatchDrafts, BatchPorts } from '#shared/runs/batch/batch-ports.ts';
import { countInDraft, noteCounted } from '#shared/runs/batch/count-in-draft.ts';
import {
  type GeneratedDocument,
  generatedDocumentId,
  judgedIn,
  readDraft,
  writeDraft,
  writeJudged,
} from '#shared/runs/draft-document.ts';
import { type DraftOrder, originOf } from '#shared/runs/draft-order.ts';
import { draftId } from '#shared/workflow/drafts/draft-shape.ts';

interface BatchDraftOptions extends Pick<BatchPorts, 'faultOf' | 'onError'> {
  db: Executor;
  clock: Clock;
  documents: BatchDocuments;
  judge: Pick<JudgeService, 'judge'>;
  draftReader: Pick<DraftReader, 'read'>;
  timers: Timers;
}

/** The drafts of batches that the server drives. */
export function createServerDrafts(options: BatchDraftOptions): BatchDrafts {
  const { documents } = options;
  return {
    make: (order, item) => makeDrafts(options, order, item),
    async words(id) {
      const { document, state } = await documents.open('draft', generatedDocumentId(id));
      return state() === 'living' ? readDraft(document) : null;
    },
    async noteRead(id, findings) {
      const opened = await documents.open('draft', generatedDocumentId(id));
      if (opened.state() !== 'living') return;
      writeJudged(opened.document, { red: 0, yellow: 0, ...judgedIn(opened.document), reader: findings });
      await opened.keep();
    },
  };
}

async function makeDrafts(
  options: BatchDraftOptions,
  order: DraftOrder,
  { categoryId }: { categoryId: number | null },
): Promise<BatchDraft[]> {
  const { db, clock, documents, draftReader } = options;
  const category = (await listCategories(db, clock.now())).find(({ id }) => id === categoryId);
  const findingsIn = async (words: BodyOf<typeof judgePost>) => (await options.judge.judge(0, words)).findings;
  const madeAt = clock.now();
  const made: BatchDraft[] = [];
  for (const [index, draft] of (await draftReader.read(order)).entries()) {
    const id = draftId(order.source, index);
    const opened = await documents.open('draft', generatedDocumentId(id));
    if (opened.state() === 'deleted') continue;
    if (opened.state() === 'unknown') {
      const origin = { ...originOf(order), index, madeAt, categoryId: category?.id ?? null };
      writeDraft(opened.document, { ...draft, id, category: category?.name ?? draft.category }, origin);
      noteCounted(opened.document, await countInDraft({ ...options, findingsIn }, draft, category?.id ?? null));
      await opened.keep();
    }
    made.push(summaryOf(opened.document, id));
  }
  return made;
}

function summaryOf(document: GeneratedDocument, id: string): BatchDraft {
  return { id, title: readDraft(document)?.title ?? '', judged: judgedIn(document) };
}
