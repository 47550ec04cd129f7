import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isOurPage } from '#desktop/main/ipc/answer-call.ts';
import { createRendererFiles } from '#desktop/main/protocol/renderer-files.ts';
import { appPolicy, appSchemePrivileges, SITE_POLICY } from '#desktop/main/protocol/scheme.ts';
import { readAddress } from '#desktop/main/servers/address.ts';
import { isForOutside, isPermitted, navigationOf } from '#desktop/main/window/navigation.ts';
import { adminPolicy } from '#server/http/content-policy.ts';
import { ipcChannels } from '#shared/contract/ipc.ts';
import { root, sourceFiles } from '#tests/architecture/source-files.ts';

// The checklist of https://www.electronjs.org/docs/latest/tutorial/security, its items by number and name.

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const desktop = sourceFiles()
  .map(({ name }) => name)
  .filter((name) => /^desktop\//.test(name) && !/\.test\.tsx?$/.test(name));
const filesWith = (pattern: RegExp) => desktop.filter((name) => pattern.test(read(name)));
const directives = (policy: string) => new Map(policy.split('; ').map((each) => [each.split(' ')[0], each]));
/** The policy of the admin page in a browser. */
const adminPolicyOf = adminPolicy({ isHttps: true, hasAnalytics: false, inlineScripts: [] });
/** The only place where windows are made. */
const WINDOW = 'desktop/main/window/new-window.ts';
const preferences = /webPreferences: \{([^}]+)\}/.exec(read(WINDOW))?.[1] ?? '';

describe('Electron’s security checklist', () => {
  test('there is one place where windows are made, and nothing else shows pages', () => {
    expect(filesWith(/\bnew BrowserWindow\(|\bnew (?:WebContents|Browser)View\(/)).toEqual([WINDOW]);
    expect(preferences).toContain('preload');
  });

  test('1. Only load secure content', () => {
    expect(filesWith(/\.loadFile\(|loadURL\(['"`]http/)).toEqual([]);
    const loading = filesWith(/\.loadURL\(/);
    expect(loading.sort()).toEqual(['desktop/main/window/app-window.ts', 'desktop/main/window/note-window.ts']);
    for (const file of loading)
      expect(read(file).match(/\.loadURL\([^)]*/g)).toEqual([expect.stringMatching(/\(PAGE_URL \+ \w+$/)]);
    // The page allows no plain http, and a server is reached over plain http only at home.
    expect(appPolicy('n')).not.toMatch(/(?<!\w)http:/);
    expect(readAddress('http://blog.example')).toHaveProperty('message');
    expect(readAddress('https://blog.example')).toHaveProperty('origin');
  });

  test('2. Do not enable Node.js integration for remote content', () => {
    expect(preferences).toContain('nodeIntegration: false');
    expect(filesWith(/nodeIntegration\w*: true/)).toEqual([]);
  });

  test('3. Enable context isolation', () => {
    expect(preferences).toContain('contextIsolation: true');
  });

  test('4. Enable process sandboxing', () => {
    expect(preferences).toContain('sandbox: true');
    expect(filesWith(/no-sandbox|disable-setuid-sandbox/)).toEqual([]);
    expect(read('electron-builder.yml')).toMatch(/executableArgs: \[\]/);
  });

  test('5. Handle session permission requests from remote content', () => {
    const guards = read('desktop/main/window/guard-contents.ts');
    for (const door of ['setPermissionRequestHandler', 'setPermissionCheckHandler', 'setDevicePermissionHandler'])
      expect(guards).toContain(door);
    const ask = (permission: string, address: string, isMainFrame: boolean) =>
      isPermitted({ permission, address, isMainFrame });
    for (const permission of ['media', 'geolocation', 'openExternal', 'fullscreen', 'clipboard-read', 'hid', 'usb'])
      expect(ask(permission, 'app://ninefold/', true)).toBe(false);
    expect(ask('notifications', 'app://site/', false)).toBe(false);
    expect(ask('notifications', 'app://ninefold/', true)).toBe(true);
  });

  test('6. Do not disable webSecurity', () => {
    expect(filesWith(/webSecurity|disable-web-security/)).toEqual([]);
  });

  test('7. Define a Content-Security-Policy', () => {
    const page = directives(appPolicy('n'));
    expect(page.get('default-src')).toBe("default-src 'none'");
    expect(page.get('script-src')).toBe("script-src 'self'");
    expect(page.get('base-uri')).toBe("base-uri 'none'");
    expect(appPolicy('n')).not.toMatch(/unsafe-eval|\*/);
    // The policy is as strict as for the same admin in a browser: neither style elements nor HTML made of text.
    expect(page.get('style-src')).toBe("style-src 'self' 'nonce-n'");
    for (const name of ['require-trusted-types-for', 'trusted-types', 'style-src-attr'])
      expect(page.get(name)).toBe(directives(adminPolicyOf('n').replaceAll(';', '; ')).get(name));
    // A page of the server in a frame can send nothing through the app: it has neither scripts nor forms.
    expect(directives(SITE_POLICY).get('sandbox')).not.toMatch(/allow-(?:scripts|forms|top-navigation|same-origin)/);
  });

  test('7. … and the page has it, whatever address it was asked for by', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The line is as the bundler writes it.
    writeFileSync(path.join(folder, 'index.html'), '<link rel="stylesheet" crossorigin href="/assets/first.css">');
    const files = createRendererFiles(folder);
    const nonces = new Set<string>();
    for (const address of ['/', '/admin?edit=1', '/index.html', '/%2e%2e/%2e%2e/package.json']) {
      const answer = await files(new Request(`http://ninefold${address}`));
      const policy = answer.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /<link rel="stylesheet" nonce="([\w-]{22})"/.exec(await answer.text()) ?? [];
      expect(policy).toBe(appPolicy(nonce));
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
    expect(nonces).not.toContain('');
  });

  test('8. Do not enable allowRunningInsecureContent', () => {
    expect(filesWith(/allowRunningInsecureContent|allow-running-insecure-content/)).toEqual([]);
  });

  test('9. Do not enable experimental features', () => {
    expect(filesWith(/experimentalFeatures|experimental-web-platform-features/)).toEqual([]);
  });

  test('10. Do not use enableBlinkFeatures', () => {
    expect(filesWith(/enableBlinkFeatures|enable-blink-features|disableBlinkFeatures/)).toEqual([]);
  });

  test('11. Do not use allowpopups for WebViews', () => {
    expect(filesWith(/<webview|allowpopups/)).toEqual([]);
  });

  test('12. Verify WebView options before creation', () => {
    expect(preferences).toContain('webviewTag: false');
    expect(read('desktop/main/window/guard-contents.ts')).toMatch(
      /'will-attach-webview', \(event\) => event\.preventDefault\(\)/,
    );
  });

  test('13. Disable or limit navigation', () => {
    const guards = read('desktop/main/window/guard-contents.ts');
    for (const event of ['will-frame-navigate', 'will-redirect', 'web-contents-created'])
      expect(guards).toContain(event);
    expect(navigationOf('https://elsewhere.example/', false)).toBe('outside');
    expect(navigationOf('https://elsewhere.example/', true)).toBe('refuse');
    expect(navigationOf('file:///etc/passwd', false)).toBe('refuse');
  });

  test('14. Disable or limit creation of new windows', () => {
    const guards = read('desktop/main/window/guard-contents.ts');
    expect(guards).toContain('setWindowOpenHandler');
    // The page never holds a reference to another window: the app opens its own windows, at places of the admin.
    expect(filesWith(/action: 'allow'/)).toEqual([]);
  });

  test('15. Do not use shell.openExternal with untrusted content', () => {
    for (const address of ['file:///bin/sh', 'smb://a/b', 'ms-msdt:/id', 'vscode://x', 'javascript:1', '\\\\a\\b'])
      expect(isForOutside(address)).toBe(false);
    // Each place that opens an address has checked it first.
    const places = filesWith(/openExternal\(/).sort();
    expect(places).toEqual([
      'desktop/main/main.ts',
      'desktop/main/servers/open-desktop.ts',
      'desktop/main/window/guard-contents.ts',
      'desktop/main/window/show-context-menus.ts',
    ]);
    expect(read('desktop/main/servers/open-desktop.ts')).toContain('if (!isForOutside(url))');
    expect(read('desktop/main/menu/context-menu.ts')).toContain('if (!isForOutside(linkURL))');
    expect(read('desktop/main/window/guard-contents.ts')).toContain("navigationOf(address, false) !== 'outside'");
  });

  test('16. Use a current version of Electron', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    // An exact version, which a change of this file raises; the oldest version that still gets fixes is two behind the
    // newest.
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number.parseInt(devDependencies.electron ?? '', 10)).toBeGreaterThanOrEqual(45);
  });

  test('17. Validate the sender of all IPC messages', () => {
    expect(filesWith(/\bipcMain\b/)).toEqual(['desktop/main/ipc/register-channels.ts']);
    expect(read('desktop/main/ipc/register-channels.ts').match(/ipcMain\.\w+/g)).toEqual(['ipcMain.handle']);
    expect(read('desktop/main/ipc/answer-call.ts')).toContain('!isOurPage(caller)');
    const caller = (url: string | null, isMainFrame = true) => isOurPage({ contentsId: 1, url, isMainFrame });
    expect(caller('app://ninefold/admin')).toBe(true);
    for (const url of ['app://site/', 'https://ninefold/', 'app://ninefold.evil/', 'file:///x', null])
      expect(caller(url)).toBe(false);
    expect(caller('app://ninefold/admin', false)).toBe(false);
  });

  test('18. Avoid usage of the file:// protocol and prefer usage of custom protocols', () => {
    expect(filesWith(/['"`]file:\/\//)).toEqual([]);
    expect(filesWith(/protocol\.handle\(/)).toEqual(['desktop/main/main.ts']);
    expect(appSchemePrivileges).not.toHaveProperty('bypassCSP');
    expect(appSchemePrivileges).toMatchObject({ standard: true, secure: true });
  });

  test('19. Check which fuses you can change', () => {
    const fuses = /electronFuses:\n((?: {2}.*\n)+)/.exec(read('electron-builder.yml'))?.[1] ?? '';
    for (const off of ['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'])
      expect(fuses).toContain(`${off}: false`);
    for (const on of ['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'enableCookieEncryption'])
      expect(fuses).toContain(`${on}: true`);
    expect(fuses).toContain('grantFileProtocolExtraPrivileges: false');
  });

  test('20. Do not expose Electron APIs to untrusted web content', () => {
    const preload = read('desktop/preload/preload.ts');
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
    // One function for each channel: neither ipcRenderer nor an event crosses the bridge, and each call has its two
    // schemas.
    expect(preload).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer/);
    for (const { input, output } of Object.values(ipcChannels)) {
      expect(input.safeParse({ anythingElse: 1 }).success).toBe(false);
      expect(output).toBeDefined();
    }
  });
});

describe('what real Electron does otherwise than its stand-in', () => {
  const main = read('desktop/main/main.ts');

  test('the page’s scripts are compiled once, not at each start', () => {
    expect(appSchemePrivileges.codeCache).toBe(true);
    expect(main).toMatch(
      /registerSchemesAsPrivileged\(\[\{ scheme: APP_SCHEME, privileges: appSchemePrivileges \}\]\)/,
    );
  });

  test('the app is called the same, packaged or not: its folder and its place in the keyring are named by it', () => {
    const { productName } = JSON.parse(read('package.json')) as { productName: string };
    expect(productName).toBe('Ninefold');
    expect(read('electron-builder.yml')).toMatch(new RegExp(`^productName: ${productName}$`, 'm'));
  });

  test('a window is maximised when it is drawn, since maximising shows it', () => {
    const maximising = filesWith(/\.maximize\(\)/);
    expect(maximising).toEqual([WINDOW]);
    expect(read(WINDOW).match(/\.maximize\(\)/g)).toHaveLength(1);
    expect(read(WINDOW)).toMatch(/once\('ready-to-show', \(\) => \{[^}]*\.maximize\(\);\s*opened\.show\(\);/);
    expect(read(WINDOW)).toMatch(/show: false/);
  });

  test('the AppImage has the runtime that leaves the sandbox on', () => {
    const [, version = ''] =
      /^toolsets:\n(?: {2}.*\n)*? {2}appimage: ([\d.]+)$/m.exec(read('electron-builder.yml')) ?? [];
    expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(1);
  });

  test('a notification is held until it is closed or clicked, and its click brings the window and its run', () => {
    const views = read('desktop/main/views.ts');
    expect(views).toContain('shown.add(notification)');
    const [, onClick = ''] = /notification\.on\('click', \(\) => \{([^}]*(?:\}[^}]*)?)\}\);/.exec(views) ?? [];
    expect(onClick).toContain('windows.show(contentsId)');
    expect(onClick).toContain("windows.tell('link.opened', { type: 'run', id: runId }, contentsId)");
  });

  test('what nothing caught goes to the log, and brings no dialog of Electron’s', () => {
    for (const event of ['uncaughtException', 'unhandledRejection'])
      expect(main).toMatch(new RegExp(`process\\.on\\('${event}', \\((\\w+)\\) => log\\.error\\([^)]*\\1\\)\\)`));
  });
});
