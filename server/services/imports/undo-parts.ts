import type { ChangedKind } from '#server/db/import-tables.ts';
import { atomically } from '#server/db/transaction.ts';
import { type FormerKind, takeFormerSlugBack, takeSuppressedBack } from '#server/repositories/brought-rows.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { keepInHistory } from '#server/repositories/history/keep.ts';
import type { ImportChange } from '#server/repositories/imports/import-changes.ts';
import {
  promptHash,
  promptState,
  readPromptState,
  writePromptState,
} from '#server/repositories/imports/prompt-state.ts';
import { findSettingsByName, restoreSiteSettings, settingLabel } from '#server/repositories/site-settings.ts';
import { takeSubscriberBack } from '#server/repositories/subscribers/bring-subscribers.ts';
import { categoryOfCodex } from '#shared/workspace/codex-document.ts';
import { takeCodexBack } from '../codex-exchange.ts';
import type { ImportParts } from './import-parts.ts';

/** The result for one thing: undone, already gone, or kept, with its name and the reason. */
export type Undone = 'taken' | 'gone' | { name: string; why: string };

type Undo = (change: ImportChange) => Promise<Undone>;

export const LEADS_ELSEWHERE = 'It leads elsewhere by now.';
const CHANGED = 'It was changed here since.';

/**
 * The functions that undo what an import has added besides posts, categories, tags, authors, pictures and redirects, as
 * long as it is unchanged.
 */
export function partUndoers({
  db,
  clock,
}: Pick<ImportParts, 'db' | 'clock'>): Record<
  Extract<ChangedKind, 'former-address' | 'prompt' | 'setting' | 'codex' | 'subscriber' | 'suppressed-address'>,
  Undo
> {
  return {
    async 'former-address'({ target, said }) {
      const [kind = '', slug = ''] = target.split('/');
      const became = await takeFormerSlugBack(db, kind as FormerKind, slug, Number(said));
      return became === 'changed' ? { name: `/${kind.replace(/s$/, '')}/${slug}`, why: LEADS_ELSEWHERE } : became;
    },
    prompt: (change) => undoPrompt(change, { db, clock }),
    setting: ({ target, said }) =>
      atomically(db, async (trx) => {
        const value = new Map<string, string | null>(Object.entries(await findSettingsByName(trx))).get(target) ?? null;
        if (value === null) return 'gone';
        if (value !== said) return { name: settingLabel(target), why: CHANGED };
        await restoreSiteSettings(trx, { [target]: null }, clock.now());
        return 'taken';
      }),
    async codex({ target, said }) {
      const became = await takeCodexBack({ db, clock }, target, said);
      if (became !== 'changed') return became;
      const category = (await listCategories(db, clock.now())).find(({ id }) => id === categoryOfCodex(target));
      return { name: category?.name ?? target, why: CHANGED };
    },
    async subscriber({ target, said }) {
      const became = await takeSubscriberBack(db, Number(target), said);
      // A name would reveal an e-mail address that nobody needs to see here.
      return became === 'changed' ? { name: `no. ${target}`, why: 'They have changed what they get since.' } : became;
    },
    // An address that is suppressed for another reason belongs to this site.
    'suppressed-address': async ({ target, said }) => ((await takeSuppressedBack(db, target, said)) ? 'taken' : 'gone'),
  };
}

/** The prompt that the undo replaces stays in History. */
function undoPrompt(change: ImportChange, { db, clock }: Pick<ImportParts, 'db' | 'clock'>): Promise<Undone> {
  const { target: step, said } = change;
  return atomically(db, async (trx) => {
    const state = await readPromptState(trx, step);
    const before = promptState.parse(JSON.parse(change.before ?? 'null'));
    if (promptHash(state) === promptHash(before)) return 'gone';
    if (promptHash(state) !== said) return { name: state.now?.title ?? step, why: CHANGED };
    await writePromptState(trx, step, before);
    if (state.now && state.now.prompt !== before.now?.prompt) {
      const { title: name, prompt } = state.now;
      const record = {
        kind: 'prompt',
        action: 'replaced',
        subject: step,
        name,
        state: { was: 'replaced', prompt },
      } as const;
      await keepInHistory(trx, record, clock.now());
    }
    return 'taken';
  });
}
