import type { Cdp, CdpEvent } from './cdp.ts';
import { type PageScripts, PRELOAD_WORLD } from './page-scripts.ts';
import type { ToMain, ToPreload } from './worlds.ts';

export interface RequestedNavigation {
  /** The address as the browser has it, before it is converted for main. */
  url: string;
  frameId: string;
}

/** The events that a page reports to its window. */
export interface PageListener {
  frameAttached(id: string, parentId: string | undefined): void;
  frameNavigated(frame: { id: string; parentId: string | undefined; name: string; url: string }): void;
  frameMoved(id: string, url: string): void;
  frameDetached(id: string): void;
  domReady(): void;
  loaded(): void;
  /** Asked when a document is requested: false stops the request, and the page stays as it is. */
  mayNavigate(navigation: RequestedNavigation): boolean;
  /**
   * Called when the page wants to go to an address; the browser itself goes nowhere for schemes that it does not know.
   */
  wantsToNavigate(navigation: RequestedNavigation): void;
  wantsWindow(url: string): void;
  /** Asked when the page prevents its closing (`beforeunload`): true closes it all the same. */
  closesAnyway(): boolean;
  crashed(): void;
  message(frameId: string, message: ToMain, answer: (message: ToPreload) => void): void;
  title(title: string): void;
}

/** One page of the browser, controlled over the DevTools protocol. */
export interface Page {
  targetId: string;
  navigate(url: string): Promise<string | null>;
  reload(): Promise<void>;
  /**
   * Sends a message to the preload's world of the outermost frame. Without a document with a preload, the message is
   * lost.
   */
  deliver(message: ToPreload): void;
  /** Evaluates in the page's own world. */
  evaluate(code: string): Promise<unknown>;
  send<Answer = unknown>(method: string, params?: object): Promise<Answer>;
  /** Runs the page's `beforeunload`; `gone` reports whether the page closes. */
  close(): Promise<void>;
  gone: Promise<void>;
}

interface Context {
  id: number;
  name: string;
  auxData?: { frameId?: string };
}

/** Opens an empty page whose documents begin with `scripts`. */
export async function openPage(cdp: Cdp, scripts: PageScripts, listener: PageListener): Promise<Page> {
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const send = <Answer = unknown>(method: string, params: object = {}) => cdp.send<Answer>(method, params, sessionId);
  // A message to a page that has gone in the meantime may be lost.
  const tell = (method: string, params: object) => void send(method, params).catch(() => undefined);

  const preloadWorlds = new Map<number, string>();
  let mainFrameId = targetId;
  const deliver = (contextId: number, message: ToPreload) =>
    tell('Runtime.evaluate', {
      contextId,
      expression: `${scripts.binding}Deliver(${JSON.stringify(message)})`,
    });

  const heard: Record<string, (params: never) => void> = {
    'Runtime.executionContextCreated': ({ context }: { context: Context }) => {
      if (context.name === PRELOAD_WORLD) preloadWorlds.set(context.id, context.auxData?.frameId ?? '');
    },
    'Runtime.executionContextDestroyed': ({ executionContextId }: { executionContextId: number }) => {
      preloadWorlds.delete(executionContextId);
    },
    'Runtime.executionContextsCleared': () => preloadWorlds.clear(),
    'Runtime.bindingCalled': (call: { name: string; payload: string; executionContextId: number }) => {
      const frameId = preloadWorlds.get(call.executionContextId);
      if (call.name !== scripts.binding || frameId === undefined) return;
      const message = JSON.parse(call.payload) as ToMain;
      listener.message(frameId, message, (answer) => deliver(call.executionContextId, answer));
    },
    'Page.frameAttached': ({ frameId, parentFrameId }: { frameId: string; parentFrameId: string }) =>
      listener.frameAttached(frameId, parentFrameId),
    'Page.frameNavigated': ({ frame }: { frame: { id: string; parentId?: string; name?: string; url: string } }) => {
      if (frame.parentId === undefined) mainFrameId = frame.id;
      listener.frameNavigated({ ...frame, parentId: frame.parentId, name: frame.name ?? '' });
    },
    'Page.navigatedWithinDocument': ({ frameId, url }: { frameId: string; url: string }) =>
      listener.frameMoved(frameId, url),
    'Page.frameDetached': ({ frameId, reason }: { frameId: string; reason: string }) => {
      if (reason !== 'swap') listener.frameDetached(frameId);
    },
    'Page.domContentEventFired': () => listener.domReady(),
    'Page.loadEventFired': () => {
      listener.loaded();
      void send<{ result: { value?: string } }>('Runtime.evaluate', { expression: 'document.title' }).then(
        ({ result }) => listener.title(result.value ?? ''),
        () => undefined,
      );
    },
    'Page.frameRequestedNavigation': (wanted: { frameId: string; url: string; disposition: string }) => {
      if (wanted.disposition === 'currentTab') listener.wantsToNavigate(wanted);
    },
    'Page.windowOpen': ({ url }: { url: string }) => listener.wantsWindow(url),
    'Page.javascriptDialogOpening': ({ type }: { type: string }) => {
      if (type === 'beforeunload') tell('Page.handleJavaScriptDialog', { accept: listener.closesAnyway() });
    },
    'Target.attachedToTarget': ({ targetInfo }: { targetInfo: { targetId: string } }) =>
      void cdp.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined),
    'Fetch.requestPaused': ({ requestId, request, frameId }: PausedRequest) => {
      if (listener.mayNavigate({ url: request.url, frameId })) tell('Fetch.continueRequest', { requestId });
      else tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    },
    'Inspector.targetCrashed': () => listener.crashed(),
  };
  cdp.on(sessionId, ({ method, params }: CdpEvent) => heard[method]?.(params as never));
  const { promise: gone, resolve: hasGone } = Promise.withResolvers<void>();
  cdp.on(undefined, ({ method, params }) => {
    if (method === 'Target.targetDestroyed' && params.targetId === targetId) hasGone();
  });

  const start = (source: string, world?: string) =>
    send('Page.addScriptToEvaluateOnNewDocument', { source, ...(world ? { worldName: world } : {}) });
  await Promise.all([
    cdp.send('Target.setDiscoverTargets', { discover: true }),
    send('Page.enable'),
    send('Runtime.enable'),
    send('Inspector.enable'),
    send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    // Windows that this page opens are paused before they load anything, and are closed.
    send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    }),
    send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }] }),
    send('Runtime.addBinding', { name: scripts.binding, executionContextName: PRELOAD_WORLD }),
    // The page's end of the bridge comes first, so that the preload finds it there.
    start(scripts.page),
    ...(scripts.preload === null ? [] : [start(scripts.preload, PRELOAD_WORLD)]),
  ]);

  return {
    targetId,
    async navigate(url) {
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url });
      return errorText ?? null;
    },
    reload: async () => void (await send('Page.reload')),
    deliver(message) {
      for (const [contextId, frameId] of preloadWorlds) if (frameId === mainFrameId) deliver(contextId, message);
    },
    async evaluate(code) {
      const { result, exceptionDetails } = await send<{
        result: { value?: unknown };
        exceptionDetails?: { text: string };
      }>('Runtime.evaluate', { expression: code, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    send,
    close: async () => void (await send('Page.close').catch(() => undefined)),
    gone,
  };
}

interface PausedRequest {
  requestId: string;
  frameId: string;
  request: { url: string };
}
