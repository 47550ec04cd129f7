import fc from 'fast-check';
import { workOnUpdates } from '#server/workers/read-updates.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedBytes } from '../mutations.ts';

const NAME = { id: 'draft:one', kind: 'draft' as const };

/** Makes updates as devices do: typed text, fields, marks, deletions. */
function sampleUpdates(): Uint8Array[] {
  const made: Uint8Array[] = [];
  const document = openDocument(NAME, [], { clientId: 7 });
  document.onUpdate((update) => made.push(update));
  document.setText('content', 'Words of a draft, some of them.');
  document.setField('title', 'Tea');
  document.setField('tags', ['a', { b: [1, null, 'c'] }]);
  document.setText('content', 'Words of a draft.');
  document.touch(1_700_000_000_000);
  return [...made, document.encode()];
}

/** The error of Yjs for bytes that it cannot read; anything else would be a fault of our code. */
const isUnreadable = (error: unknown) => error instanceof Error;

/** Updates that devices send: bytes of Yjs, which are checked before they are stored, and later folded and compared. */
export function workspaceTarget(): FuzzTarget {
  const samples = sampleUpdates();
  const whole = samples.at(-1) ?? new Uint8Array();
  return asTarget<Uint8Array[]>({
    name: 'workspace updates (Yjs)',
    cost: 3,
    inputs: fc.array(
      fc.oneof({ weight: 5, arbitrary: mutatedBytes(samples) }, { weight: 1, arbitrary: fc.constantFrom(...samples) }),
      { minLength: 1, maxLength: 3 },
    ),
    parse(sent) {
      const facts = workOnUpdates({ work: 'read', sent: sent.map((bytes) => ({ type: 'update', bytes })) });
      must(Array.isArray(facts) && facts.length === sent.length, 'not as many answers as updates');
      const taken = [whole, ...sent.filter((_, index) => facts[index] !== null)];
      // An accepted update can be processed, or is reported as unprocessable: in neither case does the process end or
      // another document stay hidden.
      const compared = workOnUpdates({
        work: 'compare',
        documents: [
          { updates: taken, vector: null },
          { updates: [whole], vector: null },
        ],
      });
      must(Array.isArray(compared) && compared[1] !== null, 'a sound document cannot be compared beside it');
      const told = workOnUpdates({ work: 'describe', documents: [{ ...NAME, updates: taken }] });
      must(Array.isArray(told) && told.length === 1, 'no answer for the document');
      // Two updates with the same name and different contents, which no device makes, have no definite order.
      const areGenuine = sent.every((bytes) => samples.some((sample) => Buffer.from(sample).equals(bytes)));
      foldOrRefuse(taken, areGenuine);
      mustStayUsable(taken, areGenuine);
      return taken.length > 1;
    },
  });
}

/** Folding gives an update that says the same as its parts, or is refused. */
function foldOrRefuse(updates: Uint8Array[], areGenuine: boolean): void {
  let folded: Uint8Array;
  try {
    folded = workOnUpdates({ work: 'fold', updates }) as Uint8Array;
  } catch (error) {
    if (isUnreadable(error)) return;
    throw error;
  }
  const [before, after] = [openDocument(NAME, updates), openDocument(NAME, [folded])];
  if (!areGenuine || before.unread > 0) return;
  must(after.text('content') === before.text('content'), 'folding changed the text');
  must(JSON.stringify(after.fields()) === JSON.stringify(before.fields()), 'folding changed a field');
}

/** A document with these updates must open on every device, in any order with the same text, and be editable. */
function mustStayUsable(updates: Uint8Array[], areGenuine: boolean): void {
  const document = openDocument(NAME, updates);
  const other = openDocument(NAME, [...updates].reverse());
  if (areGenuine) {
    must(document.text('content') === other.text('content'), 'another text in another order');
  }
  document.setText('content', `${document.text('content')} and more`);
  must(document.text('content').endsWith(' and more'), 'cannot be typed into');
}
