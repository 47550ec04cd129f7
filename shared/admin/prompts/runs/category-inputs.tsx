import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { useCategories } from '../../catalog/index.ts';
import { CodexDialog } from '../codex/codex-dialog.tsx';
import { SavedInputsControls } from './saved-inputs-controls.tsx';
import { useRunStore } from './use-run-store.ts';

/** The category of the posts, with its codex, and the inputs that were saved for it. */
export function CategoryInputs() {
  const store = useRunStore();
  const category = useStore(store, ({ form }) => form.category ?? '');
  const version = useStore(store, ({ codices }) => codices[Number(category)]?.saved?.number);
  const { data: categories = [] } = useCategories();
  const [isOpen, setIsOpen] = useState(false);
  const id = Number(category);
  const name = categories.find((each) => each.id === id)?.name ?? (id > 0 ? `Category ${id}` : '');
  return (
    <div className="grid items-end gap-x-5 gap-y-4 md:grid-cols-2">
      <Field label="Category">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <Select
              {...control}
              className="min-w-40 flex-1"
              value={category}
              onChange={({ target }) => store.actions.setForm({ category: target.value })}
            >
              <option value="">None: filed by its words</option>
              {id > 0 && categories.every((each) => each.id !== id) && <option value={category}>{name}</option>}
              {categories.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </Select>
            <Button disabled={id === 0} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              <BookOpen aria-hidden />
              {version === undefined ? 'Write its codex' : 'Codex'}
            </Button>
          </div>
        )}
      </Field>
      <SavedInputsControls />
      <CodexDialog category={isOpen && id > 0 ? { id, name } : null} onClose={() => setIsOpen(false)} />
    </div>
  );
}
