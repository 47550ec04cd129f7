import type { Services } from '#server/services/index.ts';
import { exportForGhost, exportSite, getExportSummary } from '#shared/contract/exports.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Register } from './register.ts';
import { sendFile } from './send-file.ts';

const ZIP = 'application/zip';
/** Each export reads the whole site. */
const PER_MINUTE = { perMinute: 6 };

/** The exports, for the owner's own session: no token of a program gives access. */
export function addExportRoutes(
  register: Register,
  { exports }: Services,
  { clock, timers }: { clock: Clock; timers: Timers },
): void {
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  register(getExportSummary, () => exports.summary());
  register(
    exportSite,
    (call) =>
      sendFile(call, {
        name: `ninefold-export-${today()}.zip`,
        type: ZIP,
        open: () => exports.open('everything'),
        timers,
      }),
    PER_MINUTE,
  );
  register(
    exportForGhost,
    (call) => {
      const kind = call.query.pictures === 'within' ? 'ghost' : 'ghost-without-pictures';
      const open = () => exports.open(kind);
      return sendFile(call, { name: `ninefold-for-ghost-${today()}.zip`, type: ZIP, open, timers });
    },
    PER_MINUTE,
  );
}
