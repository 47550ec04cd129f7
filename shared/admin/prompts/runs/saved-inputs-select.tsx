import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import { Select } from '#shared/ui/text-input.tsx';
import { useCategories } from '../../catalog/index.ts';
import type { InputsGroup, SavedInputs } from './saved-inputs.ts';
import { useRunStore } from './use-run-store.ts';

interface SavedInputsSelectProps extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange'> {
  /** The set that is filled in now. */
  chosen: SavedInputs | undefined;
  onChoose: (set: SavedInputs) => void;
}

/** The saved inputs to choose from, by category. */
export function SavedInputsSelect({ chosen, onChoose, ...rest }: SavedInputsSelectProps) {
  const sets = useStore(useRunStore(), (state) => state.savedInputs);
  const groups = useInputsGroups();
  return (
    <Select
      {...rest}
      disabled={sets.length === 0}
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const set = sets.find(({ id }) => id === target.value);
        if (set) onChoose(set);
      }}
    >
      <option value="" disabled>
        {sets.length === 0 ? 'None yet' : 'Choose…'}
      </option>
      {groups.map(({ name, sets: own }) => (
        <optgroup key={name} label={name}>
          {own.map((set) => (
            <option key={set.id} value={set.id}>
              {set.name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

/** Returns the saved inputs, grouped under the names of their categories. */
export function useInputsGroups(): InputsGroup[] {
  const sets = useStore(useRunStore(), (state) => state.savedInputs);
  const { data: categories = [] } = useCategories();
  const byCategory = Map.groupBy(sets, ({ form }) => Number(form.category ?? 0));
  const known = categories.flatMap(({ id, name }) => {
    const own = byCategory.get(id);
    byCategory.delete(id);
    return own ? [{ name, sets: own }] : [];
  });
  const rest = [...byCategory.values()].flat();
  return rest.length === 0 ? known : [...known, { name: 'No category', sets: rest }];
}
