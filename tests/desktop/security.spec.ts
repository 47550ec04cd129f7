import { randomUUID } from 'node:crypto';
import { createApiClient } from '#shared/api-client/client.ts';
import { type IpcChannel, ipcChannels, ipcEvents } from '#shared/contract/ipc.ts';
import { getMeta } from '#shared/contract/meta.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { pushUpdates } from '#shared/contract/workspace.ts';
import { toBase64 } from '#shared/workspace/base64.ts';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { expectContent } from '#tests/e2e/support/content-field.ts';
import { type DesktopApp, expect, OWNER, type Page, test } from './desktop-test.ts';

const HOSTILE = '<script>window.wasRun = true</script><img src="x" onerror="window.wasRun = true">';

const REFUSED = [
  'file:///etc/passwd',
  'smb://host/share',
  'vscode://file/etc/passwd',
  'ninefold://post/1',
  'data:text/html,<b>x',
];

// The tests share an app: each worker that takes one of them would start another app.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ faults }) => {
  faults.allow(/status of 401/);
  // The browser writes each refusal to the console.
  faults.allow(
    /Content Security Policy|requires 'Trusted|Not allowed to (load|launch|navigate)|ERR_ABORTED|ERR_BLOCKED|javascript:/,
  );
});

/** Resolves when everything that the page sent earlier has reached main: a call to main and back takes longer. */
const mainHeard = (page: Page) => page.evaluate(() => window.ninefold['app.state']({}));

const wasRun = (page: Page) => page.evaluate(() => 'wasRun' in window);

/** Records the addresses that the app asks the system to open, in place of the system. */
async function listenOutside(app: DesktopApp): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { askedOutside: asked });
    shell.openExternal = async (url) => void asked.push(url);
  });
  return () => app.evaluate(() => [...(globalThis as unknown as { askedOutside: string[] }).askedOutside]);
}

// Steps of one visit: none of them changes anything in the page.
test('the page reaches nothing but its calls, and those are its own alone', async ({ signedIn: { app, page } }) => {
  await test.step('the page cannot reach Node', async () => {
    const found = await page.evaluate(() =>
      ['require', 'process', 'module', 'global', 'Buffer', 'electron', '__dirname', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
    );
    expect(found).toEqual([]);
    const bridge = await page.evaluate(() => ({
      calls: Object.keys(window.ninefold).filter((name) => name !== 'on'),
      events: Object.keys(window.ninefold.on),
    }));
    expect(bridge.calls.sort()).toEqual(Object.keys(ipcChannels).sort());
    expect(bridge.events.sort()).toEqual(Object.keys(ipcEvents).sort());
    // A function from the isolated world reaches no more than a function of this world.
    const reached = await page.evaluate(() => {
      const maker = window.ninefold['app.state'].constructor as new (text: string) => () => unknown;
      try {
        return typeof new maker('return process')();
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(['ReferenceError', 'EvalError']).toContain(reached);
  });

  await test.step('HTML and addresses of scripts made of text are refused, and style elements without the nonce', async () => {
    const [html, worker, outline] = await page.evaluate(() => {
      const attempt = (run: () => void) => {
        try {
          run();
          return 'done';
        } catch {
          return 'refused';
        }
      };
      const element = document.createElement('div');
      const style = document.createElement('style');
      style.textContent = 'html { outline: 7px solid red }';
      document.head.append(style);
      const { outlineWidth } = getComputedStyle(document.documentElement);
      style.remove();
      return [
        attempt(() => {
          element.innerHTML = '<b>text</b>';
        }),
        attempt(() => new Worker('/other/x.js')),
        outlineWidth,
      ];
    });
    expect([html, worker]).toEqual(['refused', 'refused']);
    expect(outline).not.toBe('7px');
  });

  await test.step('calls of another frame, of a wrong shape and of no name are refused', async () => {
    const names = Object.keys(ipcChannels) as IpcChannel[];

    const known = await app.evaluate(({ ipcMain }) => [
      ...(ipcMain as unknown as { _invokeHandlers: Map<string, unknown> })._invokeHandlers.keys(),
    ]);
    expect(known.sort()).toEqual([...names].sort());

    const foreign = await app.evaluate(async ({ ipcMain, BrowserWindow }, channels) => {
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => unknown> })
        ._invokeHandlers;
      const [window] = BrowserWindow.getAllWindows();
      const frame = (url: string, parent: object | null) => ({ url, origin: new URL(url).origin, parent, top: parent });
      const ours = frame('app://ninefold/admin', null);
      const senders: [string, object | null][] = [
        ['a frame of the site', frame('app://site/', ours)],
        ['a frame of our own address', frame('app://ninefold/admin', ours)],
        ['another site', frame('https://evil.example/', null)],
        ['a file', frame('file:///etc/passwd', null)],
        ['an address that begins like ours', frame('app://ninefold.evil.example/', null)],
        ['no frame any more', null],
      ];
      const let_in: string[] = [];
      for (const channel of channels) {
        for (const [who, senderFrame] of senders) {
          try {
            await handlers.get(channel)?.({ sender: window?.webContents, senderFrame }, {});
            let_in.push(`${channel} from ${who}`);
          } catch {
            // The call is refused, as it should be.
          }
        }
      }
      return let_in;
    }, names);
    expect(foreign).toEqual([]);

    const misshapen = await page.evaluate(async (channels) => {
      const bridge = window.ninefold as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
      const answered: string[] = [];
      for (const channel of channels) {
        for (const payload of ['text', 7, null, [], { unknown: true }, { url: 1, id: {}, kind: 'x', type: 'x' }]) {
          await bridge[channel]?.(payload).then(
            () => answered.push(`${channel}(${JSON.stringify(payload)})`),
            () => undefined,
          );
        }
      }
      return answered;
    }, names);
    expect(misshapen).toEqual([]);
  });

  await test.step('a frame in the page has no bridge', async () => {
    const framed = await page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return typeof frame.contentWindow?.ninefold;
    });
    expect(framed).toBe('undefined');
  });

  await test.step('only http, https and mail addresses are given to the system by the page', async () => {
    const outside = await listenOutside(app);
    const open = (url: string) =>
      page.evaluate(async (address) => {
        const answer = await window.ninefold['shell.open-external']({ url: address }).catch(() => ({ ok: false }));
        return answer.ok;
      }, url);
    for (const url of [...REFUSED, 'javascript:alert(1)', 'no address', '']) expect(await open(url), url).toBe(false);
    expect(await open('https://elsewhere.example/')).toBe(true);
    expect(await open('mailto:someone@example.com')).toBe(true);
    expect(await outside()).toEqual(['https://elsewhere.example/', 'mailto:someone@example.com']);
  });

  await test.step('the page may not listen, look or locate', async () => {
    const states = await page.evaluate(async () => {
      const of = async (name: string) => (await navigator.permissions.query({ name: name as PermissionName })).state;
      return {
        geolocation: await of('geolocation'),
        camera: await of('camera'),
        clipboard: await of('clipboard-read'),
      };
    });
    expect(states).toEqual({ geolocation: 'denied', camera: 'denied', clipboard: 'denied' });
  });
});

test('scripts in a post, a draft or what other devices send do not run', async ({ signedIn: { page, serverUrl } }) => {
  const id = await pushHostileDraft(serverUrl);

  await expect(page.getByRole('article', { name: /A Hostile/ })).toBeVisible();
  await page
    .getByRole('article', { name: /A Hostile/ })
    .getByRole('link', { name: 'Edit' })
    .click();
  await expectContent(page, /onerror/);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('After.');
  expect(await wasRun(page)).toBe(false);

  // Opens the draft of the other device, and draws its preview.
  await expect.poll(async () => page.evaluate(() => window.ninefold['store.list']({ kind: 'draft' }))).toContain(id);
  await page.goto(new URL(`/admin?draft=${encodeURIComponent(id)}#new`, page.url()).href);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(HOSTILE);
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  expect(await wasRun(page)).toBe(false);
  await page.evaluate((text) => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      refused.push(`${effectiveDirective} ${blockedURI}`);
    });
    const ways = [
      () => document.body.insertAdjacentHTML('beforeend', text),
      () => {
        const script = document.createElement('script');
        document.body.append(script);
        script.textContent = 'window.wasRun = true';
      },
      () => {
        const remote = document.createElement('script');
        document.body.append(remote);
        remote.src = 'https://evil.example/x.js';
      },
    ];
    for (const way of ways) {
      try {
        way();
      } catch {
        // Trusted Types refuse it before it is in the page.
      }
    }
  }, HOSTILE);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { refused: string[] }).refused))
    .toEqual(Array.from({ length: 3 }, () => 'require-trusted-types-for trusted-types-sink'));
  expect(await wasRun(page)).toBe(false);
});

/** Pushes a draft whose every text is a script, as a compromised device of the owner does. */
async function pushHostileDraft(url: string): Promise<string> {
  let cookie = '';
  const api = createApiClient({
    baseUrl: url,
    async fetch(address, init) {
      const headers = new Headers(init.headers);
      if (cookie) headers.set('cookie', cookie);
      const answer = await fetch(address, { ...init, headers });
      const given = answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`));
      cookie = given?.split(';', 1)[0] ?? cookie;
      return answer;
    },
  });
  await api.call(login, { body: { email: OWNER.email, password: OWNER.password } });
  const { siteId } = await api.call(getMeta);
  const documentId = newDraftId(randomUUID());
  const draft = openNewDraft(documentId);
  writeValues(draft, { title: HOSTILE, excerpt: HOSTILE, content: HOSTILE });
  const update = toBase64(draft.encode());
  const change = { type: 'update' as const, id: randomUUID(), documentId, kind: 'draft' as const, update };
  await api.call(pushUpdates, { body: { siteId, updates: [change] } });
  return documentId;
}

test('the page stays where it is, whatever link is followed', async ({ signedIn: { app, page } }) => {
  const outside = await listenOutside(app);
  const before = page.url();
  const follow = (url: string, target = '') =>
    page.evaluate(
      ([href = '', to = '']) => {
        const link = document.createElement('a');
        link.href = href;
        link.target = to;
        document.body.append(link);
        link.click();
        link.remove();
      },
      [url, target],
    );
  for (const url of REFUSED) {
    await follow(url);
    await mainHeard(page);
    await follow(url, '_blank');
    await mainHeard(page);
  }
  await follow('javascript:window.wasRun=true');
  await follow('javascript:window.wasRun=true', '_blank');
  expect(await page.evaluate((urls) => urls.map((url) => window.open(url)), REFUSED)).toEqual(REFUSED.map(() => null));
  await mainHeard(page);
  expect(page.url()).toBe(before);
  expect(await outside()).toEqual([]);

  // Addresses that belong in a browser open there, and only there.
  await follow('https://elsewhere.example/a', '_blank');
  await expect.poll(outside).toEqual(['https://elsewhere.example/a']);
  await follow('http://elsewhere.example/b');
  await expect.poll(outside).toEqual(['https://elsewhere.example/a', 'http://elsewhere.example/b']);
  expect(page.url()).toBe(before);
  expect(await wasRun(page)).toBe(false);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a link from outside opens a post, and can set neither server nor sign-in', async ({
  signedIn: { app, page },
}) => {
  const servers = () => page.evaluate(() => window.ninefold['servers.list']({}));
  const before = await servers();
  const arrive = (url: string) =>
    app.evaluate(({ app: electronApp }, link) => {
      electronApp.emit('open-url', { preventDefault() {} }, link);
      electronApp.emit('second-instance', {}, ['ninefold', link], '/');
    }, url);
  const url = page.url();
  for (const link of [
    'ninefold://server/https://evil.example',
    'ninefold://connect?url=https://evil.example',
    'ninefold://post/1?server=https://evil.example',
    'ninefold://post/1#token=abc',
    'ninefold://login?token=abc',
    'ninefold://post/../servers',
    'app://ninefold/servers',
  ])
    await arrive(link);
  expect(await servers()).toEqual(before);
  expect(page.url()).toBe(url);

  // Links are handled in the order in which they arrive: the last one has an effect, so the earlier ones had none.
  await arrive('ninefold://post/1');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A Live Post');
  expect(await servers()).toEqual(before);
});
