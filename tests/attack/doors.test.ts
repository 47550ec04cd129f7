import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, sourceFiles } from '#tests/architecture/source-files.ts';

// Abuse cases 8, 16, 19 and 48: what can go wrong in only a few files stays in those files.

const production = sourceFiles()
  .map(({ name }) => name)
  .filter(
    (name) => /^(server|shared|desktop)\//.test(name) && !/\.test\.tsx?$|\/test-[\w-]+\.ts$|\/fixtures?\//.test(name),
  );
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const filesWith = (pattern: RegExp, names = production) => names.filter((name) => pattern.test(read(name))).sort();

describe('text becomes HTML', () => {
  test('in the one function that takes what the sanitizer made, and in the preview that takes the same', () => {
    expect(filesWith(/dangerouslySetInnerHTML/)).toEqual(['server/site/trusted-html.ts']);
    expect(
      filesWith(/\.innerHTML\s*=[^=]|\.outerHTML\s*=[^=]|insertAdjacentHTML|document\.write|\bsrcdoc\s*=/i),
    ).toEqual([
      // Each writes into a document or frame in which nothing runs.
      'shared/admin/content-editor/field/pasted-html.ts',
      'shared/admin/content-editor/rendered-blocks.ts',
      'shared/admin/letters/writing/letter-preview.tsx',
    ]);
  });

  test('and nowhere code', () => {
    expect(filesWith(/\bnew Function\(|\beval\(|\bset(?:Timeout|Interval)\(\s*['"`]/)).toEqual([]);
  });

  test('while the search for it finds what it looks for', () => {
    expect(filesWith(/insertAdjacentHTML/, ['tests/desktop/security.spec.ts'])).toHaveLength(1);
  });
});

describe('the server reaches out', () => {
  const server = production.filter((name) => /^server\//.test(name) && !/^server\/(site|admin)\//.test(name));

  test('to the provider of the AI, to the pictures it or an import names, to the mail server, and to who is told of posts, from few files', () => {
    expect(
      filesWith(/(?<![\w.'])fetch\(|\bnew OpenAI\(|\brequest as https?Request\b|\bnew SmtpConnection\(/, server),
    ).toEqual([
      'server/adapters/ai/bounded-fetch.ts',
      'server/adapters/ai/fetch-answered-picture.ts',
      'server/adapters/ai/openai-provider.ts',
      'server/adapters/fetch-public-picture.ts',
      'server/adapters/letters/smtp-session.ts',
      'server/adapters/post-outside.ts',
      // A reader instance calls its writer.
      'server/reader/outbox/deliver.ts',
    ]);
  });

  test('and follows nobody elsewhere', () => {
    // Node's plain client follows no redirect, but fetch does.
    const fetching = filesWith(/(?<![\w.'])fetch\(/, server);
    expect(fetching).toEqual(['server/reader/outbox/deliver.ts']);
    for (const file of fetching) expect(read(file)).toContain("redirect: 'manual'");
    expect(
      filesWith(/(?<![\w.'])fetch\(/, ['shared/api-client/client.ts', 'tests/load/parts/lighthouse.ts']),
    ).not.toEqual([]);
  });

  test('and starts no program but its own', () => {
    expect(filesWith(/child_process/, server)).toEqual([
      'server/adapters/own-program.ts',
      'server/adapters/picture-process.ts',
    ]);
    expect(filesWith(/\bshell:\s*true|(?<!\bsqlite\.)\bexec\(\s*`/, server)).toEqual([]);
  });
});

describe('whoever is spoken to', () => {
  const UNCHECKED = /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|setCertificateVerifyProc|certificate-error/;

  test('shows its certificate, which nothing switches off', () => {
    expect(filesWith(UNCHECKED)).toEqual([]);
    expect(filesWith(/ignore-certificate-errors|allow-insecure-localhost/)).toEqual([]);
  });

  test('and from other windows nothing is listened to', () => {
    const listening = /addEventListener\(\s*['"]message['"]|\.onmessage = |on\(\s*window,\s*['"]message['"]/;
    expect(filesWith(listening)).toEqual([
      // The two streams of one process, and the messages between a page and its own workers and tabs.
      'server/cli/mcp-bridge.ts',
      'shared/admin-host/drafts-worker.ts',
      'shared/admin-host/parse-drafts-in-worker.ts',
      'shared/admin-host/preview-worker.ts',
      'shared/admin-host/preview.ts',
      'shared/admin-host/window-channel.ts',
    ]);
  });
});

describe('the desktop app', () => {
  test('shows its page in a sandbox, apart from Node, under the web’s own rules', () => {
    const source = read('desktop/main/window/new-window.ts');
    for (const setting of ['sandbox: true', 'contextIsolation: true', 'nodeIntegration: false', 'webviewTag: false']) {
      expect(source).toContain(setting);
    }
    expect(
      filesWith(
        /webSecurity|allowRunningInsecureContent|enableRemoteModule|@electron\/remote|nodeIntegration\w*: true/,
      ),
    ).toEqual([]);
  });

  test('cannot be started as another program', () => {
    const fuses = /electronFuses:\n((?: {2}.*\n)+)/.exec(read('electron-builder.yml'))?.[1];
    expect(fuses?.trim().split(/\n\s*/)).toEqual([
      'runAsNode: false',
      'enableNodeOptionsEnvironmentVariable: false',
      'enableNodeCliInspectArguments: false',
      'enableEmbeddedAsarIntegrityValidation: true',
      'onlyLoadAppFromAsar: true',
      'enableCookieEncryption: true',
      'grantFileProtocolExtraPrivileges: false',
    ]);
  });

  test('updates itself in one place, by feeds that are signed, and only where whoever packaged it said so', () => {
    expect(filesWith(/electron-updater'|\bautoUpdater\b/)).toEqual(['desktop/main/updates/updater.ts']);
    const source = read('desktop/main/updates/updater.ts');
    for (const setting of ['autoDownload = false', 'autoInstallOnAppQuit = false', 'allowDowngrade = false'])
      expect(source).toContain(setting);
    // Setting the channel later would allow older versions again.
    expect(source.indexOf('updater.channel =')).toBeLessThan(source.indexOf('allowDowngrade = false'));
    expect(read('electron-builder.yml')).toMatch(/^publish: null$/m);
  });
});
