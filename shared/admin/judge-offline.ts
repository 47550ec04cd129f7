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

/** The values of a post that are judged, and the category whose codex is used. */
export type JudgedValues = Pick<PostValues, JudgedField | 'categoryId'>;

/**
 * Judges a post on this computer, by its own values and its category's codex as this computer has it. Nothing is known
 * of the rest of the site.
 */
export async function judgeOffline(store: DocumentStore, values: JudgedValues): Promise<JudgeFinding[]> {
  const text = readJudgedText(values.content);
  return inOrder(judgeText(pick(values, judgedFields), text, await keptCodex(store, values.categoryId)));
}

/** Returns the codex of a category as this computer has it: what the owner does not want said there. */
async function keptCodex(store: DocumentStore, categoryId: number): Promise<JudgedCodex> {
  const id = codexDocumentId(categoryId);
  const isThere = (await orNothing(store.list('codex'), [])).includes(id);
  const document = openDocument({ id, kind: 'codex' }, isThere ? await loaded(store, id) : []);
  return savedCodex(document)?.codex ?? emptyCodex;
}
