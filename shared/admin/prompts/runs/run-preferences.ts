import { type ChainForm, FORM_FIELDS, readChainForm } from '#shared/workflow/chain-form.ts';
import { formerNumber, numberedName, type StepId, type StepList } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { createMirror, type Mirror, type Timers } from '../../editor/index.ts';
import type { KeyValue } from '../../ports.ts';
import { ownField, parsedJson } from '../stored-json.ts';

export type StepNames = Readonly<Record<StepId, string>>;

export interface RunPreferences {
  form(): ChainForm;
  stepNames(): StepNames;
  isAutoPublish(): boolean;
  /** This device's own name; null before the device has driven a run. */
  device(): string | null;
  /**
   * Returns the device's name, and makes one if there is none. The driving window calls it, for all windows of the
   * device.
   */
  nameDevice(): string;
  /** Like `nameDevice`; the name is on the disk when the promise resolves. Throws NotKeptError. */
  keepDevice(): Promise<string>;
  /** The id of the run that this device shows; null before the first. */
  currentRun(): string | null;
  setForm(values: Partial<ChainForm>): void;
  renameStep(step: StepId, name: string): void;
  setAutoPublish(isOn: boolean): void;
  /** Sets the run that this device shows; it is on the disk when the promise resolves. Throws NotKeptError. */
  setCurrentRun(runId: string): Promise<void>;
  /** Takes in the changes of other windows. */
  refresh(): Promise<void>;
  /** Writes the mirrors; the preferences themselves are in documents, which are written by `documents`. */
  flush(): void;
}

export interface RunPreferencesOptions {
  steps: StepList;
  documents: OpenDocuments;
  storage: KeyValue;
  timers: Timers;
  defaultForm: ChainForm;
  unique(): string;
  onChange(): void;
}

const WORKFLOW = 'preferences:workflow';
/** Each device has its own choice of the run that it shows. */
export const THIS_DEVICE = 'preferences:this-device';
/** With this delay, in milliseconds, typed values reach the owner's other devices within a second. */
const KEEP_MS = 300;
const MAX_NAME = 200;

/** Opens the owner's settings of the Chained Prompts tab, and their mirrors in localStorage. */
export async function openRunPreferences(options: RunPreferencesOptions): Promise<RunPreferences> {
  const { steps, documents, defaultForm, unique, onChange } = options;
  const shared = await documents.open('preferences', WORKFLOW);
  const device = await documents.open('preferences', THIS_DEVICE);

  const deviceName = () => {
    const name = device.field('device');
    return typeof name === 'string' ? name : null;
  };
  const form = () => readChainForm(formIn(shared), defaultForm);
  // An earlier program stores a step's name under the step's number. Renaming a step here removes that entry, so an
  // entry that is there again was written later.
  const stepNames = () => namesIn(steps, (step) => shared.field(formerField(step)) ?? shared.field(`name:${step}`));

  function write(run: () => void): void {
    shared.change('program', run);
    // Until then the mirrors in localStorage hold the change.
    documents.keepSoon(shared, KEEP_MS);
    for (const mirror of mirrors) mirror.changed();
    onChange();
  }
  const writeForm = (values: Partial<ChainForm>) => {
    for (const name of FORM_FIELDS) {
      const value = values[name];
      if (value !== undefined) shared.setField(`form:${name}`, value);
    }
  };
  const writeName = (step: StepId, name: string) => {
    const short = name.trim().slice(0, MAX_NAME).toWellFormed();
    shared.setField(`name:${step}`, short === '' ? undefined : short);
    shared.setField(formerField(step), undefined);
  };

  const mirrors = mirrorsOf(options, { form, stepNames, write, writeForm, writeName });
  for (const mirror of mirrors) mirror.check();
  documents.onForeign(({ id }) => {
    if (id !== WORKFLOW && id !== THIS_DEVICE) return;
    for (const mirror of mirrors) mirror.changed();
    onChange();
  });

  const nameDevice = () => {
    const name = deviceName() ?? unique();
    device.setField('device', name);
    return name;
  };

  return {
    form,
    stepNames,
    isAutoPublish: () => shared.field('isAutoPublish') !== false,
    device: deviceName,
    nameDevice,
    async keepDevice() {
      const known = deviceName();
      if (known !== null) return known;
      const name = nameDevice();
      await documents.keep(device);
      return name;
    },
    currentRun() {
      const id = device.field('currentRun');
      return typeof id === 'string' ? id : null;
    },
    setForm: (values) => write(() => writeForm(values)),
    renameStep: (step, name) => write(() => writeName(step, name)),
    setAutoPublish: (isOn) => write(() => shared.setField('isAutoPublish', isOn)),
    async setCurrentRun(runId) {
      device.setField('currentRun', runId);
      await documents.keep(device);
    },
    async refresh() {
      await Promise.all([documents.refresh(shared), documents.refresh(device)]);
      onChange();
    },
    flush() {
      for (const mirror of mirrors) mirror.flush();
    },
  };
}

interface Mirrored {
  form(): ChainForm;
  stepNames(): StepNames;
  write(run: () => void): void;
  writeForm(values: Partial<ChainForm>): void;
  writeName(step: StepId, name: string): void;
}

/**
 * Returns the keys of localStorage that mirror the settings; values that another program writes there are taken into
 * the settings.
 */
function mirrorsOf({ steps, storage, timers }: RunPreferencesOptions, mirrored: Mirrored): Mirror[] {
  const { form, stepNames, write, writeForm, writeName } = mirrored;
  return [
    createMirror({
      key: 'chainedPromptsFormValues',
      storage,
      timers,
      read: () => JSON.stringify(form()),
      takeIn: (value) => write(() => writeForm(readChainForm(parsedJson(value), form()))),
    }),
    createMirror({
      key: 'customStepNames',
      storage,
      timers,
      read: () => (Object.keys(stepNames()).length === 0 ? null : JSON.stringify(numbered(stepNames()))),
      takeIn(value) {
        const names = namesIn(steps, (step) => ownField(parsedJson(value), numberedName(step)));
        write(() => {
          for (const { id } of steps) writeName(id, names[id] ?? '');
        });
      },
    }),
  ];
}

function formIn(document: WorkspaceDocument<'preferences'>): unknown {
  return Object.fromEntries(FORM_FIELDS.map((name) => [name, document.field(`form:${name}`)]));
}

const formerField = (step: StepId) => `name:${formerNumber(step) ?? ''}`;

/** Returns names as they are stored under the key `customStepNames`. */
function numbered(names: StepNames): StepNames {
  return Object.fromEntries(Object.entries(names).map(([step, name]) => [numberedName(step), name]));
}

function namesIn(steps: StepList, read: (step: StepId) => unknown): StepNames {
  const names: Record<StepId, string> = {};
  for (const { id } of steps) {
    const name = read(id);
    if (typeof name === 'string' && name !== '') names[id] = name;
  }
  return names;
}
