import { schemes } from './addresses.ts';
import { app } from './app.ts';
import { strict } from './strict.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

export interface CustomScheme {
  scheme: string;
  privileges?: Record<string, boolean>;
}

/** Creates the scheme handlers of one session. */
export function createProtocol() {
  const handlers = new Map<string, SchemeHandler>();
  return strict('protocol', {
    handlers,
    registerSchemesAsPrivileged(customSchemes: CustomScheme[]) {
      if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      for (const { scheme, privileges = {} } of customSchemes) schemes.set(scheme, privileges);
    },
    handle(scheme: string, handler: SchemeHandler) {
      if (!app.isReady()) throw new Error('protocol.handle can only be called when app is ready');
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler);
    },
    unhandle(scheme: string) {
      if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
    },
    isProtocolHandled: (scheme: string) => handlers.has(scheme),
  });
}

export type Protocol = ReturnType<typeof createProtocol>;
