import path from 'node:path';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import type { CallsOf } from '../ipc/answer-call.ts';
import type { Log } from '../log.ts';
import type { Profile, Profiles } from './profiles.ts';
import type { SecretBox } from './sealed-credentials.ts';
import type { ServerInUse } from './server-in-use.ts';

interface AppCallOptions {
  profiles: Pick<Profiles, 'setAside'>;
  secrets: Pick<SecretBox, 'isAvailable'>;
  version: string;
  platform: string;
  log: Log;
}

/** Returns the handlers of the page's calls about the app as a whole. */
export function appCalls(inUse: ServerInUse, options: AppCallOptions): Omit<CallsOf<'app'>, 'app.flushed'> {
  const keepsSecrets = options.secrets.isAvailable();
  return {
    'app.state': async (_input, { contentsId }) => {
      const open = await inUse.settled();
      inUse.pages.add(contentsId);
      return {
        server: open && shownServer(open.profile, await open.workspace.siteId()),
        version: options.version,
        platform: options.platform,
        isOnline: open?.network.isOnline() ?? true,
        keepsSecrets: await keepsSecrets,
        storeNotice: notices(open?.storeNotice() ?? null, options.profiles.setAside),
        hasDamagedFile: (open?.damagedFile() ?? null) !== null,
        sync: open?.workspace.state() ?? { ...asleep, isSignedIn: false },
      };
    },
    'app.not-shown': ({ why }) => options.log.error(`The page could not be shown: ${why}`),
  };
}

/** Until the first exchange, the local documents belong to the site that answered when the server was connected. */
const shownServer = ({ id, url, name, siteUrl, siteId: connected }: Profile, siteId: string | null) => ({
  id,
  url,
  name,
  siteUrl,
  siteId: siteId ?? connected,
});

function notices(store: string | null, setAside: string | null): string | null {
  const servers =
    setAside &&
    `The list of servers was damaged and is set aside as ${path.basename(setAside)}. Connect to your server again; what you wrote is still there.`;
  return [servers, store].filter((text) => text !== null).join(' ') || null;
}
