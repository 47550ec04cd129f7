import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { readDraft, writeDraft } from '#shared/runs/draft-document.ts';
import { runIn, writeRun } from '#shared/runs/run-document.ts';
import { noCodex } from '#shared/workflow/prompt-codex.ts';
import { attemptKey, lastAttempt, newRun, stepRecord } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import type { Run, RunEvent } from '#shared/workflow/run-states.ts';
import { type StepId, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { shippedIds, stepAt } from '#shared/workflow/testing/step-at.ts';
import {
  saveCodex,
  savedCodex,
  savedStates,
  typeCodex,
  typedFacts,
  typeFact,
} from '#shared/workspace/codex-document.ts';
import { openDocument, type WorkspaceDocument } from '#shared/workspace/document.ts';
import { openWorkingCopy, readValues, writeValues } from '#shared/workspace/post-draft.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import {
  forgetTyped,
  savedPrompt,
  savePrompt,
  takeOutdone,
  typedPrompts,
  typePrompt,
} from '#shared/workspace/prompt-document.ts';
import { runsOf } from '#tests/share.ts';

// Two devices that know nothing of each other fill the same field of the same document, and then meet. Whether they
// write the same or not, no text may appear twice, and no device may be left with half of each.

const words = fc.array(fc.constantFrom('fold', 'paper', 'nine', '🌱', 'a', 'the\n'), { minLength: 1, maxLength: 12 });
const text = words.map((list) => list.join(' ').trim());
/** The texts that each device writes, in order; sometimes both write exactly the same. */
const both = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.array(text, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([here, there, isAlike]) => ({ here, there: isAlike ? here : there }));
const settings = { seed: 6, numRuns: runsOf(300, 4) };

interface Pair<D> {
  readonly here: D;
  readonly there: D;
}

/** Exchanges: each device receives what the other has. */
function meet({ here, there }: Pair<WorkspaceDocument>): void {
  const [ofHere, ofThere] = [here.encode(), there.encode()];
  here.apply(ofThere);
  there.apply(ofHere);
}

/** Returns what both devices read after they have met; it must be the same. */
function read<D extends WorkspaceDocument, Value>(pair: Pair<D>, of: (document: D) => Value): Value {
  meet(pair);
  const value = of(pair.here);
  expect(of(pair.there)).toEqual(value);
  return value;
}

const prompts = () => ({
  here: openDocument({ id: 'prompt:3', kind: 'prompt' }),
  there: openDocument({ id: 'prompt:3', kind: 'prompt' }),
});
const last = (list: readonly string[]) => list.at(-1) ?? '';

test('of two prompts that are saved apart from each other one counts, whole, and the other is handed over once', () => {
  const history = fc.tuple(fc.option(text), both);
  fc.assert(
    fc.property(history, ([before, { here, there }]) => {
      const pair = prompts();
      if (before !== null) {
        // As an earlier version of the app stored it.
        pair.here.setText('prompt', before);
        pair.there.apply(pair.here.encode());
        expect(savedPrompt(pair.there)).toBe(before);
      }
      for (const [index, each] of here.entries()) savePrompt(pair.here, `here-${index}`, each);
      for (const [index, each] of there.entries()) savePrompt(pair.there, `there-${index}`, each);
      const saved = read(pair, savedPrompt);
      expect([last(here), last(there)]).toContain(saved);
      const other = saved === last(here) ? last(there) : last(here);
      expect(takeOutdone(pair.here)).toEqual(other === saved ? [] : [other]);
      expect(read(pair, takeOutdone)).toEqual([]);
      expect(read(pair, savedPrompt)).toBe(saved);
    }),
    settings,
  );
});

test('of what is typed into the editor of one prompt at once, each device finds both, one after the other', () => {
  fc.assert(
    fc.property(both, ({ here, there }) => {
      const pair = prompts();
      for (const each of here) typePrompt(pair.here, 'of-here', each);
      for (const each of there) typePrompt(pair.there, 'of-there', each);
      const found = read(pair, typedPrompts);
      expect(new Set(found.map((one) => one.text))).toEqual(new Set([last(here), last(there)]));
      expect(found).toHaveLength(last(here) === last(there) ? 1 : 2);
      forgetTyped(pair.here, found[0]?.name ?? '');
      expect(read(pair, typedPrompts)).toEqual(found.slice(1));
    }),
    settings,
  );
});

test('what is typed into a prompt while another device lets go of it stays', () => {
  const pair = prompts();
  typePrompt(pair.here, 'one', 'Half');
  meet(pair);
  forgetTyped(pair.there, 'one');
  typePrompt(pair.here, 'one', 'Half a prompt');
  expect(read(pair, typedPrompts)).toEqual([{ name: 'one', text: 'Half a prompt' }]);
});

test('a draft that two devices read from one answer, or ask for anew, is the one or the other', () => {
  const draft = (content: string) => ({
    ...{ id: 'r-8', title: `Of ${content}`, slug: 's', excerpt: `About ${content}`, content },
    ...{ category: 'c', tags: [], featured: true, readTime: 1 },
  });
  fc.assert(
    fc.property(fc.option(text), both, (before, { here, there }) => {
      const open = () => openDocument({ id: 'draft:generated-r-8', kind: 'draft' });
      const pair = { here: open(), there: open() };
      if (before !== null) {
        pair.here.setText('content', before);
        pair.there.apply(pair.here.encode());
        expect(readDraft(pair.there)?.content).toBe(before);
      }
      for (const each of here) writeDraft(pair.here, draft(each), null);
      for (const each of there) writeDraft(pair.there, draft(each), null);
      expect([draft(last(here)), draft(last(there))]).toContainEqual(read(pair, readDraft));
      expect(readValues(pair.here).content).toBe(readDraft(pair.here)?.content);
    }),
    settings,
  );
});

const form = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };
const world = {
  now: 5,
  promptOf: (step: StepId) => `Prompt ${step}`,
  versionOf: () => 0,
  codexOf: () => noCodex,
  isAutoPublish: false,
};
const step = (run: Run, event: RunEvent): Run => transition(run, event, world).run;

test('an attempt that two devices have driven for a moment is one, with its prompt', () => {
  fc.assert(
    fc.property(text, text, fc.nat(100), fc.nat(100), (output, earlier, some, more) => {
      const open = () => openDocument({ id: 'run:r', kind: 'run' });
      const pair = { here: open(), there: open() };
      const key = attemptKey('r', stepAt(1), 1);
      const begun = step(newRun('r', form, WORKFLOW_STEPS), { type: 'run-all', form, runId: 'next' });
      // Each device begins the run by itself, as when one of two devices was offline, and records the answer as far as
      // it heard it.
      for (const [document, heard] of [
        [pair.here, output.slice(0, some)],
        [pair.there, output.slice(0, more)],
      ] as const) {
        const partly = step(begun, { type: 'progress', key, output: heard });
        writeRun(document, partly, null);
        writeRun(
          document,
          step(partly, { type: 'answered', key, output, usage: null, model: null, finishReason: 'stop' }),
          partly,
        );
      }
      const run = read(pair, (document) => runIn(document, WORKFLOW_STEPS));
      const attempts = run && stepRecord(run, stepAt(1)).attempts;
      expect(attempts?.map((each) => [each.output, each.prompt])).toEqual([[output, `Prompt ${stepAt(1)}`]]);
      // An earlier version's run keeps its prompts in texts, and is read from them.
      const old = open();
      writeRun(old, begun, null);
      old.setField(`prompt:${stepAt(1)}`, undefined);
      old.setText(`prompt:${stepAt(1)}`, earlier);
      const early = runIn(old, WORKFLOW_STEPS);
      expect(early && lastAttempt(early, stepAt(1))?.prompt).toBe(earlier);
    }),
    settings,
  );
});

test('two working copies of one version have its words once, and both edits', () => {
  fc.assert(
    fc.property(text, text, text, (base, here, there) => {
      const values = { ...newPostValues, title: base, excerpt: base, content: `<${base}|${base}>` };
      const open = () => openWorkingCopy({ postId: 5, baseVersion: 4, baseText: values });
      const pair = { here: open(), there: open() };
      writeValues(pair.here, { content: `${here}${values.content}` });
      writeValues(pair.there, { content: `${values.content}${there}` });
      expect(read(pair, readValues)).toEqual({ ...values, content: `${here}${values.content}${there}` });
    }),
    settings,
  );
});

test('a codex that two devices save counts as one of theirs, whole, and both states are kept', () => {
  fc.assert(
    fc.property(both, ({ here, there }) => {
      const open = () => openDocument({ id: 'codex:3', kind: 'codex' });
      const pair = { here: open(), there: open() };
      for (const [side, texts] of Object.entries({ here, there })) {
        const document = pair[side as 'here' | 'there'];
        texts.forEach((page, index) => {
          typeCodex(document, { ...emptyCodex, page, links: [page.split('\n')[0] ?? ''] }, String);
          saveCodex(document, `${side}${index}`, { at: index, note: '' });
        });
      }
      const { counting, states } = read(pair, (document) => ({
        counting: savedCodex(document)?.codex.page,
        states: savedStates(document).map(({ codex }) => codex.page),
      }));
      expect([last(here), last(there)]).toContain(counting);
      expect(states.toSorted()).toEqual([...here, ...there].toSorted());
    }),
    settings,
  );
});

test('facts of a codex are whole, each as one of two devices has typed it', () => {
  fc.assert(
    fc.property(both, ({ here, there }) => {
      const open = () => openDocument({ id: 'codex:3', kind: 'codex' });
      const pair = { here: open(), there: open() };
      typeFact(pair.here, 'both', { fact: last(here), source: 'here' });
      typeFact(pair.there, 'both', { fact: last(there), source: 'there' });
      typeFact(pair.there, 'one', { fact: last(there), source: '' });
      const facts = read(pair, typedFacts);
      expect(facts.map(({ name }) => name)).toEqual(['both', 'one']);
      const [one] = facts;
      expect([`${last(here)} here`, `${last(there)} there`]).toContain(`${one?.fact} ${one?.source}`);
    }),
    settings,
  );
});

test('preferences are fields, each whole', () => {
  fc.assert(
    fc.property(both, ({ here, there }) => {
      const open = () => openDocument({ id: 'preferences:workflow', kind: 'preferences' });
      const pair = { here: open(), there: open() };
      for (const number of shippedIds) {
        pair.here.setField(`name:${number}`, last(here));
        pair.there.setField(`name:${number}`, last(there));
      }
      for (const value of Object.values(read(pair, (document) => document.fields()))) {
        expect([last(here), last(there)]).toContain(value);
      }
    }),
    settings,
  );
});
