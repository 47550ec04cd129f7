import { startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { type HistoryResult, runHistory, type Stage } from './run-history.ts';
import { faultsOf } from './verdict.ts';

export interface OpenStage extends Stage {
  undisturbed: HistoryResult;
  close(): Promise<void>;
}

/** Server and provider for histories, with the run in which nothing dies. */
export async function openStage(): Promise<OpenStage> {
  const stub = await startAiStub();
  try {
    const server = await startBuiltServer(stub.baseUrl);
    const close = () => server.remove().then(() => stub.close());
    try {
      const calm = { number: 0, troubles: [], isAtRealSpeed: false };
      const undisturbed = await runHistory({ server, stub, whole: [] }, calm);
      const faults = faultsOf(undisturbed, undisturbed);
      const isWhole = undisturbed.drafts.size >= 2 && undisturbed.posts.length === 1 && undisturbed.calls.length === 9;
      if (faults.length > 0 || !isWhole) throw new Error(`The undisturbed run is none: ${faults.join('; ')}`);
      return { server, stub, whole: undisturbed.outputs, undisturbed, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await stub.close();
    throw error;
  }
}
