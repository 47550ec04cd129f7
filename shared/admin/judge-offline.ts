import { inOrder, type JudgedCodex } from '#shared/content/judge/finding.ts';
import { judgeText } from '#shared/content/judge/judge-texts.ts';
import { readJudgedText } from '#shared/content/judge/judged-text.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { type JudgedField, judgedFields } from '#shared/kernel/post-field-table.ts';
import { pick } from '#shared/kernel/record-of.ts';
import { codexDocumentId, savedCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { loaded, orNothing } from './documents/stored.ts';

/** What a post says that is looked at, and the category whose codex it is looked at by. */
export type JudgedValues = Pick<PostValues, JudgedField | 'categoryId'>;

/**
 * What a post says of itself, looked at here, with its category's codex as this computer has it: the site it stands on is not
 * known.
 */
export async function judgeOffline(store: DocumentStore, values: JudgedValues): Promise<JudgeFinding[]> {
  const text = readJudgedText(values.content);
  return inOrder(judgeText(pick(values, judgedFields), text, await keptCodex(store, values.categoryId)));
}

/** What the owner does not want said in a category. */
async function keptCodex(store: DocumentStore, categoryId: number): Promise<JudgedCodex> {
  const id = codexDocumentId(categoryId);
  const isThere = (await orNothing(store.list('codex'), [])).includes(id);
  const document = openDocument({ id, kind: 'codex' }, isThere ? await loaded(store, id) : []);
  return savedCodex(document)?.codex ?? emptyCodex;
}
