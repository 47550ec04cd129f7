import { blankChainForm, type ChainForm, readChainForm } from '#shared/workflow/chain-form.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';

/** The values of the form above the steps, saved under a name. */
export interface SavedInputs {
  readonly id: string;
  readonly name: string;
  /** The category in it is the one under which the set is listed. */
  readonly form: ChainForm;
}

/** Sets of inputs under the name of their category. Groups are in the order of the categories. */
export interface InputsGroup {
  readonly name: string;
  readonly sets: readonly SavedInputs[];
}

export interface SavedInputsStore {
  /** Returns all sets, ordered by name; the same list until it changes. */
  all(): readonly SavedInputs[];
  /** Saves inputs. They replace a set of the same name in the same category. Throws NotKeptError. */
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

/**
 * Opens the sets of inputs in this computer's documents. Each set has a field of its own, so that the sets saved on two
 * devices are both kept.
 */
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

/** Returns the set in the form's category that already has the name. */
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
