import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import type { PostSession, SaveState } from '../../../editor/index.ts';
import { TextDifference } from '../../revisions/index.ts';
import { useFieldText } from '../fields/use-field-text.ts';

type Conflict = Extract<SaveState, { kind: 'conflict' }>;

/**
 * Shown when the same places were changed here and elsewhere: shows both texts, and asks which one stays. The other is
 * kept in the revisions.
 */
export function ConflictDialog({ session, save }: { session: PostSession; save: SaveState }) {
  return (
    <Dialog
      isOpen={save.kind === 'conflict'}
      onClose={() => session.putOff()}
      place="wide"
      title="This post was changed elsewhere"
      description="What was changed in different places is merged already. These places were changed here and elsewhere. Whatever you choose, the other version stays in the revisions."
      footer={
        <>
          <Button onClick={() => session.resolve('both')}>Keep both</Button>
          <Button onClick={() => session.resolve('theirs')}>Take the other device’s</Button>
          <Button variant="primary" onClick={() => session.resolve('mine')}>
            Keep what is here
          </Button>
        </>
      }
    >
      {save.kind === 'conflict' && <Places conflict={save} />}
    </Dialog>
  );
}

function Places({ conflict: { merge, theirs } }: { conflict: Conflict }) {
  const textOf = useFieldText();
  if (merge.kind === 'clean') return null;
  const pieces = merge.content.kind === 'conflict' ? merge.content.pieces : [];
  const places = [
    ...merge.fields.map(({ name, mine, theirs: other }) => ({
      key: name as string,
      label: postFieldTable[name].label,
      mine: textOf(name, mine),
      theirs: textOf(name, other),
    })),
    ...pieces
      .filter((piece) => piece.kind === 'conflict')
      .map((piece, index) => ({
        key: `content ${index}`,
        label: `Content, place ${index + 1}`,
        mine: piece.mine,
        theirs: piece.theirs,
      })),
  ];
  return (
    <div className="grid gap-6">
      {places.map((place) => (
        <section key={place.key} aria-label={place.label}>
          <h3 className="mb-2 font-semibold">{place.label}</h3>
          <div className="mb-3 grid gap-3 sm:grid-cols-2">
            <Version title="Here" text={place.mine} />
            <Version title="Other device" text={place.theirs} />
          </div>
          <TextDifference
            label={`${place.label}: from the other device to what is here`}
            before={place.theirs}
            after={place.mine}
            isMono
          />
        </section>
      ))}
      <details>
        <summary className="cursor-default font-semibold">Both versions whole</summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          <Version title="The content here" text={merge.mine.content} />
          <Version title={`The other device’s content, version ${theirs.version}`} text={theirs.values.content} />
        </div>
      </details>
    </div>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-muted">{title}</figcaption>
      <p className="min-h-10 rounded-md border border-line bg-paper p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </figure>
  );
}
