import { codexFaults } from '#shared/kernel/codex.ts';
import type { SavedCodex } from '#shared/workspace/codex-document.ts';
import { errorText } from '../../error-text.ts';
import type { ActionContext } from '../runs/action-context.ts';
import { errorNotice } from '../runs/page-signals.ts';
import type { CodexEdit } from './codex-store.ts';

const saved = { title: 'Codex Saved', description: 'Prompts and the judge keep to it from now on.', isError: false };

/** Returns the owner's actions on the codex of a category. */
export function codexActions({ page, dispatch, whenOpen, ports }: ActionContext) {
  /**
   * Reports the result. Returns false when this computer does not store the codex; the typed text stays in the form.
   */
  async function noticed(name: string, work: Promise<void>): Promise<boolean> {
    const fault = await work.then(
      () => null,
      (error: unknown) => errorText(error),
    );
    page.notice(fault === null ? saved : errorNotice(fault));
    ports.analytics.adminAction(name, { success: fault === null });
    return fault === null;
  }

  return {
    openCodex: (categoryId: number) => whenOpen(({ codices }) => codices.open(categoryId)),
    typeCodex: (categoryId: number, edit: CodexEdit) => dispatch(({ codices }) => codices.type(categoryId, edit)),
    addCodexFact: (categoryId: number) => dispatch(({ codices }) => codices.addFact(categoryId)),
    /**
     * Makes the text of the form the codex that counts; false when the text is longer than a codex may be, or cannot be
     * stored.
     */
    saveCodex: (categoryId: number, note: string) =>
      whenOpen(async ({ codices }) => {
        const typed = codices.views()[categoryId]?.typed;
        if (!typed || codexFaults(typed).length > 0) return false;
        return noticed('codex_saved', codices.save(categoryId, note));
      }),
    restoreCodex: (categoryId: number, state: SavedCodex) =>
      whenOpen(({ codices }) => noticed('codex_restored', codices.restore(categoryId, state))),
  };
}
