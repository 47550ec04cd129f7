import { describe, expect, test } from 'vitest';
import { besidePath, isForOutside, isPermitted, navigationOf } from './navigation.ts';

describe('the window', () => {
  test.each(['app://ninefold/', 'app://ninefold/admin?edit=3', 'app://ninefold/servers'])('may show %s', (address) => {
    expect(navigationOf(address, false)).toBe('allow');
  });

  test.each(['https://blog.example/', 'http://127.0.0.1:3000/post/a', 'mailto:a@b.example', 'HTTPS://X.example'])(
    'leaves %s to the system',
    (address) => {
      expect(navigationOf(address, false)).toBe('outside');
    },
  );

  test.each([
    'app://site/landing',
    'app://ninefold.evil.example/',
    'app://other/',
    'file:///etc/passwd',
    'smb://host/share',
    'javascript:alert(1)',
    'data:text/html,<b>',
    'blob:app://ninefold/0b8c',
    'ninefold://post/1',
    'ms-msdt:/id',
    'about:blank',
    '',
    'no address',
  ])('refuses %s', (address) => {
    expect(navigationOf(address, false)).toBe('refuse');
  });
});

describe('a frame', () => {
  test.each([
    'app://site/landing/a',
    'https://www.youtube-nocookie.com/embed/abc',
    'https://player.vimeo.com/video/12',
  ])('may show %s', (address) => {
    expect(navigationOf(address, true)).toBe('allow');
  });

  test.each([
    'app://ninefold/',
    'app://ninefold/api/me',
    'https://blog.example/',
    'https://www.youtube-nocookie.com.evil.example/embed/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('refuses %s', (address) => {
    expect(navigationOf(address, true)).toBe('refuse');
  });
});

test('system programs get addresses of the web and of mail alone', () => {
  expect(['http://a.example', 'https://a.example', 'mailto:a@b.example'].every(isForOutside)).toBe(true);
  expect(['file:///a', 'smb://a/b', 'javascript:1', 'vscode://a', 'ninefold://post/1', ''].some(isForOutside)).toBe(
    false,
  );
});

describe('permissions', () => {
  const asked = { permission: 'clipboard-sanitized-write', address: 'app://ninefold/admin', isMainFrame: true };

  test('are granted to our own page for copying and for notifications', () => {
    expect(isPermitted(asked)).toBe(true);
    expect(isPermitted({ ...asked, permission: 'notifications' })).toBe(true);
    // Electron's permission check, unlike its permission request, gives only the origin.
    expect(isPermitted({ ...asked, address: 'app://ninefold' })).toBe(true);
  });

  test.each(['media', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem', 'hid', 'pointerLock'])(
    '%s is refused',
    (permission) => {
      expect(isPermitted({ ...asked, permission })).toBe(false);
    },
  );

  test.each(['app://site/landing', 'https://blog.example/', 'app://ninefold.evil.example/', ''])(
    'are refused to %s',
    (address) => {
      expect(isPermitted({ ...asked, address })).toBe(false);
    },
  );

  test('are refused to a frame', () => {
    expect(isPermitted({ ...asked, isMainFrame: false })).toBe(false);
  });
});

describe('a window beside', () => {
  test.each([
    ['app://ninefold/admin', 'admin'],
    ['app://ninefold/admin?edit=3', 'admin?edit=3'],
    ['app://ninefold/admin/login#a', 'admin/login#a'],
  ])('shows %s', (address, path) => {
    expect(besidePath(address)).toBe(path);
  });

  test.each([
    'app://ninefold/',
    'app://ninefold/api/posts',
    'app://ninefold/uploads/a.png',
    'app://ninefold/administration',
    'app://ninefold/admin/../api/posts',
    'app://site/admin',
    'app://ninefold.evil.example/admin',
    'app://a:b@ninefold/admin',
    'https://ninefold/admin',
    'about:blank',
    '',
  ])('never shows %s', (address) => {
    expect(besidePath(address)).toBeNull();
  });
});
