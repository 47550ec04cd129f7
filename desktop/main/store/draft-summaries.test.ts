import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { createDocumentRows } from './document-rows.ts';
import { createDraftSummaries } from './draft-summaries.ts';
import { migrate } from './sqlite-schema.ts';
import { workspaceSchema } from './workspace-schema.ts';

const DRAFTS = 200;

test('a list opens each draft once, and after that only those that have changed', async () => {
  const sqlite = new Database(':memory:');
  migrate(sqlite, workspaceSchema);
  const rows = createDocumentRows(sqlite);
  const opened: string[] = [];
  const drafts = createDraftSummaries(
    sqlite,
    {
      updates(id) {
        opened.push(id);
        return rows.updates(id);
      },
    },
    async (run) => void sqlite.transaction(run)(),
  );
  const write = (number: number, content: string) => {
    const document = openNewDraft(newDraftId(String(number)));
    writeValues(document, { content });
    rows.put(document);
    rows.add(document.id, document.encode());
    return document.id;
  };
  for (let number = 0; number < DRAFTS; number += 1) write(number, `## Words of ${number}\n\nMore.`);
  expect(await drafts.all()).toHaveLength(DRAFTS);
  expect(opened).toHaveLength(DRAFTS);

  opened.length = 0;
  const changed = write(7, 'And ');
  const again = await drafts.all();
  expect(opened).toEqual([changed]);
  expect(again.find(({ name }) => name === 'Words of 8')).toMatchObject({ isUnsaved: true, postId: null });
  sqlite.close();
});
