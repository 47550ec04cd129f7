import { startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { runTabHistory, type TabHistory, type TabStage } from './run-tab-history.ts';
import { tabFaultsOf } from './verdict.ts';

export interface OpenTabStage extends TabStage {
  undisturbed: TabHistory;
  close(): Promise<void>;
}

/** Server and provider for histories of the tab, with the run in which nothing dies. */
export async function openTabStage(): Promise<OpenTabStage> {
  const stub = await startAiStub();
  try {
    const server = await startBuiltServer(stub.baseUrl);
    const close = () => server.remove().then(() => stub.close());
    try {
      const calm = { number: 0, troubles: [], isAtRealSpeed: false };
      const undisturbed = await runTabHistory({ server, stub }, calm);
      const faults = tabFaultsOf(calm, undisturbed, undisturbed);
      const isWhole = undisturbed.drafts.length >= 2 && undisturbed.asked.length === 9;
      if (faults.length > 0 || !isWhole) throw new Error(`The undisturbed run is none: ${faults.join('; ')}`);
      return { server, stub, undisturbed, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await stub.close();
    throw error;
  }
}
