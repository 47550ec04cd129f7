import { blankChainForm, type ChainForm, readChainForm } from '#shared/workflow/chain-form.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';

/** What was filled in above the steps, under a name of its own. */
export interface SavedInputs {
  readonly id: string;
  readonly name: string;
  /** Its category is the one it is listed under. */
  readonly form: ChainForm;
}

/** Sets under the name of their category, in the order of the categories. */
export interface InputsGroup {
  readonly name: string;
  readonly sets: readonly SavedInputs[];
}

export interface SavedInputsStore {
  /** By name; the same list until it changes. */
  all(): readonly SavedInputs[];
  /** Under a name the category has already, these take the place of those. Throws NotKeptError. */
  save(name: string, form: ChainForm): Promise<void>;
  /** Throws NotKeptError. */
  rename(id: string, name: string): Promise<void>;
  /** Throws NotKeptError. */
  remove(id: string): Promise<void>;
}

const DOCUMENT = 'preferences:inputs';
const SET = 'set:';
export const LONGEST_NAME = 100;
export const MOST_SETS = 200;

/** The sets of inputs in this computer's documents: one field each, so that two devices keep what both have saved. */
export async function openSavedInputs(options: {
  documents: OpenDocuments;
  unique(): string;
  onChange(): void;
}): Promise<SavedInputsStore> {
  const { documents, unique, onChange } = options;
  let document = await documents.open('preferences', DOCUMENT);
  let sets = readSets(document.fields());

  async function write(id: string, value: { name: string; form: ChainForm } | undefined): Promise<void> {
    document.setField(SET + id, value as JsonValue | undefined);
    sets = readSets(document.fields());
    onChange();
    await documents.keep(document);
  }
  documents.onForeign(async ({ id }) => {
    if (id !== DOCUMENT) return;
    document = await documents.open('preferences', DOCUMENT);
    sets = readSets(document.fields());
    onChange();
  });

  return {
    all: () => sets,
    save: (name, form) => write(sameName(sets, name, form)?.id ?? unique(), { name: shortened(name), form }),
    async rename(id, name) {
      const known = sets.find((set) => set.id === id);
      if (known) await write(id, { name: shortened(name), form: known.form });
    },
    remove: (id) => write(id, undefined),
  };
}

/** The set of the form's category that has a name already. */
export function sameName(sets: readonly SavedInputs[], name: string, form: ChainForm): SavedInputs | undefined {
  const asked = shortened(name).toLowerCase();
  return sets.find((set) => set.name.toLowerCase() === asked && (set.form.category ?? '') === (form.category ?? ''));
}

const shortened = (name: string) => name.trim().slice(0, LONGEST_NAME).trim().toWellFormed();

function readSets(fields: Readonly<Record<string, unknown>>): SavedInputs[] {
  return Object.entries(fields)
    .flatMap(([key, value]) => {
      if (!key.startsWith(SET) || typeof value !== 'object' || value === null) return [];
      const { name, form } = value as Readonly<Record<string, unknown>>;
      if (typeof name !== 'string' || name === '') return [];
      return [{ id: key.slice(SET.length), name, form: readChainForm(form, blankChainForm) }];
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1));
}
