import { expect, test, vi } from 'vitest';
import { type CommandParts, commandAnswers } from './answers.ts';

const idle: CommandParts['run'] = { isOpen: true, isUnderWay: false, isWatching: false, setup: { kind: 'ready' } };

function partsWith(given: Partial<CommandParts>) {
  return {
    go: vi.fn(),
    form: null,
    chooseFile: vi.fn(),
    syncNow: vi.fn(),
    run: idle,
    runAll: vi.fn(),
    stop: vi.fn(),
    ...given,
  };
}

test('what is asked of the form goes to the one that is open', () => {
  const form = { save: vi.fn(), saveFile: vi.fn(), suggest: vi.fn() };
  commandAnswers.save(partsWith({ form }));
  commandAnswers['save-file'](partsWith({ form }));
  expect(form.save).toHaveBeenCalledOnce();
  expect(form.saveFile).toHaveBeenCalledOnce();
});

test('where no form is open, there is nothing to save', () => {
  expect(() => commandAnswers.save(partsWith({}))).not.toThrow();
  expect(() => commandAnswers['save-file'](partsWith({}))).not.toThrow();
});

test.each<[string, Partial<CommandParts['run']>, boolean]>([
  ['is ready', {}, true],
  ['is not open yet', { isOpen: false }, false],
  ['runs already', { isUnderWay: true }, false],
  ['is driven by another window', { isWatching: true }, false],
  ['has nobody to ask', { setup: { kind: 'not-ready', message: 'No key' } }, false],
])('a workflow that %s is shown, and begun only where it can be', (_, state, isBegun) => {
  const parts = partsWith({ run: { ...idle, ...state } });
  commandAnswers.run(parts);
  expect(parts.go).toHaveBeenCalledWith('/admin', { state: { tab: 'chained-prompts' } });
  expect(parts.runAll).toHaveBeenCalledTimes(isBegun ? 1 : 0);
});

test.each<[string, Partial<CommandParts['run']>, boolean]>([
  ['runs here', { isUnderWay: true }, true],
  ['runs in another window', { isUnderWay: true, isWatching: true }, false],
  ['does not run', {}, false],
])('a workflow that %s is stopped only where it runs', (_, state, isStopped) => {
  const parts = partsWith({ run: { ...idle, ...state } });
  commandAnswers.stop(parts);
  expect(parts.stop).toHaveBeenCalledTimes(isStopped ? 1 : 0);
});
