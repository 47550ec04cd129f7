import { describe, expect, it } from 'vitest';
import { newPostValues } from '#shared/workspace/post-values.ts';
import type { SessionState } from '../../../editor/index.ts';
import { clockTime, keptText, keptWhere, saveText } from './save-state-text.ts';

const now = new Date(2026, 2, 14, 14, 5).getTime();
const base = { postId: 1, baseVersion: 1, baseText: newPostValues };
const facts = (more: Partial<SessionState>) => ({
  save: { kind: 'saved', base } as SessionState['save'],
  journal: { kind: 'kept', at: null } as SessionState['journal'],
  isUnsaved: false,
  isOthers: false,
  ...more,
});

describe('the save state', () => {
  it('is saved, or has changes that are not', () => {
    expect(saveText(facts({}))).toBe('Saved');
    expect(saveText(facts({ save: { kind: 'saved', base: null } }))).toBe('Nothing to save yet');
    expect(saveText(facts({ isUnsaved: true, save: { kind: 'editing', base, fault: null } }))).toBe('Unsaved changes');
  });

  it('of words from another device is told as such, and they are kept here without a write of this form', () => {
    const save = { kind: 'editing', base, fault: null } as const;
    const others = facts({ isUnsaved: true, isOthers: true, save });
    expect(saveText(others)).toBe('Unsaved changes from another device');
    expect(keptText(others, null, now, 'on-the-server')).toBe('synced');
    const mineToo = facts({ isUnsaved: true, save, journal: { kind: 'typing', since: now } });
    expect(keptText(mineToo, null, now)).toBe('not yet kept on this computer');
  });

  it('does not change its mind about the server with each key', () => {
    const atWork = { isOnline: true, isSignedIn: true };
    expect(keptWhere('waiting', atWork, 'on-the-server')).toBe('on-the-server');
    expect(keptWhere('waiting', { ...atWork, isOnline: false }, 'on-the-server')).toBe('waiting');
    expect(keptWhere('waiting', { ...atWork, isSignedIn: false }, 'here')).toBe('waiting');
    expect(keptWhere('on-this-computer', atWork, 'on-the-server')).toBe('here');
    expect(keptWhere('on-the-server', atWork, 'here')).toBe('on-the-server');
  });

  it('says where unsaved words are', () => {
    const unsaved = facts({ isUnsaved: true });
    expect(keptText(facts({}), now, now)).toBeNull();
    expect(keptText(unsaved, null, now)).toBe('not yet kept on this computer');
    expect(keptText(unsaved, now, now)).toBe('kept on this computer 14:05');
    expect(keptText(unsaved, now, now, 'waiting')).toBe('kept on this computer 14:05, not synced yet');
    expect(keptText(unsaved, now, now, 'on-the-server')).toBe('synced 14:05');
    const failing = facts({ isUnsaved: true, journal: { kind: 'not-kept', since: now, reason: 'full' } });
    expect(keptText(failing, now, now)).toBe('Not kept on this computer');
  });
});

it('names the day of another day', () => {
  expect(clockTime(now, now)).toBe('14:05');
  expect(clockTime(now, now + 86_400_000)).toBe('14 Mar 2026, 14:05');
});
