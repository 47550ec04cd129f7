import { describe, expect, it } from 'vitest';
import { newPostValues } from '#shared/workspace/post-values.ts';
import type { SessionState } from '../../editor/index.ts';
import { clockTime, keptText, saveText } from './save-state-text.ts';

const now = new Date(2026, 2, 14, 14, 5).getTime();
const base = { postId: 1, baseVersion: 1, baseText: newPostValues };
const facts = (more: Partial<SessionState>) => ({
  save: { kind: 'saved', base } as SessionState['save'],
  journal: { kind: 'kept', at: null } as SessionState['journal'],
  isUnsaved: false,
  ...more,
});

describe('the save state', () => {
  it('is saved, or has changes that are not', () => {
    expect(saveText(facts({}))).toBe('Saved');
    expect(saveText(facts({ save: { kind: 'saved', base: null } }))).toBe('Nothing to save yet');
    expect(saveText(facts({ isUnsaved: true, save: { kind: 'editing', base, fault: null } }))).toBe('Unsaved changes');
  });

  it('says where unsaved words are', () => {
    const unsaved = facts({ isUnsaved: true });
    expect(keptText(facts({}), now, now)).toBeNull();
    expect(keptText(unsaved, null, now)).toBe('not yet kept on this computer');
    expect(keptText(unsaved, now, now)).toBe('kept on this computer 14:05');
    const failing = facts({ isUnsaved: true, journal: { kind: 'not-kept', since: now, reason: 'full' } });
    expect(keptText(failing, now, now)).toBe('Not kept on this computer');
  });
});

it('names the day of another day', () => {
  expect(clockTime(now, now)).toBe('14:05');
  expect(clockTime(now, now + 86_400_000)).toBe('14 Mar 2026, 14:05');
});
