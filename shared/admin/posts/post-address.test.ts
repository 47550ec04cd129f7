import { describe, expect, it } from 'vitest';
import { addressOf, draftAddress, editAddress, isPostAddress, NEW_POST_ADDRESS, postTarget } from './post-address.ts';

const at = (address: string) => {
  const { search, hash } = new URL(address, 'http://admin.invalid');
  return postTarget({ search, hash });
};

describe('the address of the Posts tab', () => {
  it('names the post that is edited, or a new one', () => {
    expect(at(editAddress(12))).toEqual({ kind: 'edit', id: 12 });
    expect(at(NEW_POST_ADDRESS)).toEqual({ kind: 'new' });
    expect(at('/admin')).toEqual({ kind: 'list' });
  });

  it.each([
    { kind: 'edit', id: 12 } as const,
    { kind: 'new' } as const,
    { kind: 'new', draftId: 'draft:new-1' } as const,
  ])('of %o leads back to it', (target) => expect(at(addressOf(target))).toEqual(target));

  it('names the draft of this computer a new post goes on with', () => {
    expect(at(draftAddress('draft:new-1 & 2'))).toEqual({ kind: 'new', draftId: 'draft:new-1 & 2' });
    expect(at('/admin?draft=prompt:3#new')).toEqual({ kind: 'new' });
  });

  it.each([
    '/admin?edit=',
    '/admin?edit=0',
    '/admin?edit=-1',
    '/admin?edit=1e3',
    '/admin?edit=12x',
    '/admin?edit=9999999999999999',
  ])('%s names no post, and shows the list', (address) => expect(at(address)).toEqual({ kind: 'list' }));

  it('of a form is told from the list', () => {
    expect(isPostAddress({ search: '?edit=3', hash: '' })).toBe(true);
    expect(isPostAddress({ search: '', hash: '' })).toBe(false);
  });
});
