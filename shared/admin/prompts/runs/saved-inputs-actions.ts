import { errorText } from '../../error-text.ts';
import type { ActionContext } from './action-context.ts';
import { errorNotice } from './page-signals.ts';

/** What the owner does with sets of inputs. Each says whether this computer has it. */
export function savedInputsActions({ page, get, dispatch, whenOpen }: ActionContext) {
  async function noticed(work: Promise<void>, done: string): Promise<boolean> {
    try {
      await work;
      page.notice({ title: done, description: '', isError: false });
      return true;
    } catch (error) {
      page.notice(errorNotice(errorText(error)));
      return false;
    }
  }
  return {
    /** What the form says now, under a name. */
    saveInputs: (name: string) =>
      whenOpen(({ savedInputs, preferences }) => noticed(savedInputs.save(name, preferences.form()), 'Inputs Saved')),
    renameInputs: (id: string, name: string) =>
      whenOpen(({ savedInputs }) => noticed(savedInputs.rename(id, name), 'Inputs Renamed')),
    removeInputs: (id: string) => whenOpen(({ savedInputs }) => noticed(savedInputs.remove(id), 'Inputs Deleted')),
    /** Fills the form in with a set. */
    fillIn(id: string) {
      const form = get().savedInputs.find((set) => set.id === id)?.form;
      if (form) dispatch(({ preferences }) => preferences.setForm({ ...form, category: form.category ?? '' }));
    },
  };
}
