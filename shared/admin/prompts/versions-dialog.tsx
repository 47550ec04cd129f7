import { useState } from 'react';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { scrollable } from '#shared/ui/scrollable.ts';
import { Select } from '#shared/ui/text-input.tsx';
import { RenderedText } from '../content-editor/index.ts';
import { TextDifference } from '../posts/index.ts';

/** One of the texts of a step or a draft. */
export interface Version {
  readonly id: string;
  /** "Attempt 2". */
  readonly name: string;
  /** The time, the length and the cost. */
  readonly facts: string;
  /** Whether this is the current text. */
  readonly isCurrent: boolean;
  /** Whether it can be made the current text. */
  readonly canBeTaken: boolean;
  /** The parts of the text; their labels are the same in every version. */
  readonly parts: readonly { readonly label: string; readonly text: string }[];
}

interface VersionsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The dialog opens over another dialog. */
  isOver?: boolean;
  title: string;
  /** Whether each part of a version is shown under its label; empty parts are left out. */
  hasLabels?: boolean;
  /** The versions, at least one, in the order in which they were written. */
  versions: readonly Version[];
  takeLabel: string;
  onTake: (id: string) => void;
}

type VersionsProps = Omit<VersionsDialogProps, 'isOpen' | 'onClose' | 'isOver' | 'title'>;

type View = 'rendered' | 'words';
const views: readonly { view: View; label: string }[] = [
  { view: 'rendered', label: 'Side by side' },
  { view: 'words', label: 'Words that differ' },
];

/**
 * Two versions of a text beside each other, as readers would see them, or only their differences; any version can be
 * restored.
 */
export function VersionsDialog({ isOpen, onClose, isOver = false, title, ...rest }: VersionsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} isOver={isOver} place="wide" title={title}>
      <Versions {...rest} />
    </Dialog>
  );
}

function Versions({ versions, takeLabel, onTake, hasLabels = false }: VersionsProps) {
  const [view, setView] = useState<View>('rendered');
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({});
  const of = (id: string | undefined) => versions.find((version) => version.id === id);
  const right = of(chosen.right) ?? versions.find(({ isCurrent }) => isCurrent) ?? versions.at(-1);
  const left = of(chosen.left) ?? versions.findLast(({ id }) => id !== right?.id) ?? right;
  if (!left || !right) return null;
  const side = (version: Version, place: 'left' | 'right') => (
    <div key={place} className="grid min-w-0 gap-3">
      <VersionHead
        label={place === 'left' ? 'On the left' : 'On the right'}
        {...{ version, versions, takeLabel, onTake }}
        onChoose={(id) => setChosen({ ...chosen, [place]: id })}
      />
      {view === 'rendered' && <RenderedVersion version={version} hasLabels={hasLabels} />}
    </div>
  );
  return (
    <div className="grid gap-4">
      <fieldset aria-label="How they are compared" className="flex flex-wrap gap-2">
        {views.map(({ view: each, label }) => (
          <Button
            key={each}
            size="sm"
            aria-pressed={view === each}
            onClick={() => setView(each)}
            className={view === each ? 'bg-sunken!' : ''}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {[side(left, 'left'), side(right, 'right')]}
        {view === 'words' && <Differences left={left} right={right} />}
      </div>
    </div>
  );
}

interface VersionHeadProps extends Pick<VersionsDialogProps, 'versions' | 'takeLabel' | 'onTake'> {
  label: string;
  version: Version;
  onChoose: (id: string) => void;
}

function VersionHead({ label, version, versions, takeLabel, onTake, onChoose }: VersionHeadProps) {
  return (
    <div className="grid gap-2">
      <Select aria-label={label} value={version.id} onChange={(event) => onChoose(event.target.value)}>
        {versions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>{version.facts}</span>
        {version.isCurrent ? (
          <Badge tone="good">Counts now</Badge>
        ) : (
          version.canBeTaken && (
            <Button size="sm" onClick={() => onTake(version.id)}>
              {takeLabel}
              <span className="sr-only">: {version.name}</span>
            </Button>
          )
        )}
      </div>
    </div>
  );
}

function RenderedVersion({ version: { name, parts }, hasLabels }: { version: Version; hasLabels: boolean }) {
  const shown = hasLabels ? parts.filter(({ text }) => text !== '') : parts;
  return (
    <section
      aria-label={name}
      {...scrollable}
      className="grid max-h-[60dvh] min-w-0 gap-4 overflow-x-hidden overflow-y-auto rounded-md border border-line bg-paper px-5 py-4"
    >
      {shown.map(({ label, text }) => (
        <div key={label} className="min-w-0">
          {hasLabels && <h4 className="mb-1 text-sm font-semibold">{label}</h4>}
          <RenderedText text={text} />
        </div>
      ))}
    </section>
  );
}

function Differences({ left, right }: { left: Version; right: Version }) {
  const pairs = left.parts.map(({ label, text }, index) => ({ label, text, other: right.parts[index]?.text ?? '' }));
  const isSame = pairs.every(({ text, other }) => text === other);
  return (
    <div className="grid min-w-0 gap-4 md:col-span-2">
      <p className="text-sm text-muted">
        {isSame ? (
          'They say the same.'
        ) : (
          <>
            <del className="text-danger">Struck through</del> stands on the left alone,{' '}
            <ins className="text-success">underlined</ins> on the right alone.
          </>
        )}
      </p>
      {pairs.map(({ label, text, other }) => (
        <TextDifference key={label} label={label} before={text} after={other} />
      ))}
    </div>
  );
}
