import { getAiUsage, testAiLimits } from '#shared/contract/ai.ts';
import { getAiFigures } from '#shared/contract/ai-figures.ts';
import { errorRegistry } from '#shared/kernel/errors.ts';
import { workflowMessages } from '#shared/workflow/messages.ts';
import { errorText } from '../../error-text.ts';
import { isSignedOut } from '../../query-client.ts';
import type { ActionContext } from './action-context.ts';
import type { RunSession } from './run-session.ts';

/** Returns the owner's questions to the server about AI itself: its use, and its limits. */
export function usageActions({ ports, page, set, whenOpen }: ActionContext) {
  const { api } = ports;

  async function loadUse({ driver }: RunSession): Promise<void> {
    const runId = driver.run().id;
    const [month, booked] = await Promise.all([api.call(getAiUsage), api.call(getAiUsage, { query: { runId } })]);
    set({ month, ...(driver.run().id === runId ? { booked } : {}) });
  }
  async function loadFigures(): Promise<void> {
    set({ figures: await api.call(getAiFigures) });
  }
  async function askSetup(): Promise<void> {
    const { isConfigured } = await api.call(getAiUsage);
    set({
      setup: isConfigured ? { kind: 'ready' } : { kind: 'not-ready', message: errorRegistry.ai_not_configured.message },
    });
  }

  return {
    /** Fetches the month's usage, whether AI is set up, and the templates if those here are older than five minutes. */
    refresh: () =>
      whenOpen(async (session) => {
        const asked = await Promise.allSettled([
          session.templates.refresh(),
          askSetup(),
          loadUse(session),
          loadFigures(),
        ]);
        if (asked.some((each) => each.status === 'rejected' && isSignedOut(each.reason))) page.signedOut();
      }),
    testLimits: () =>
      whenOpen(async (session) => {
        set({ limitsTest: { kind: 'running' } });
        try {
          set({ limitsTest: { kind: 'done', answer: await api.call(testAiLimits) } });
        } catch (error) {
          const message = errorText(error);
          set({ limitsTest: { kind: 'failed', message } });
          if (isSignedOut(error)) page.signedOut();
          page.notice(workflowMessages.limitsTestFailed(message));
        }
        // If this fails, the month's sum stays the old one until it is fetched again.
        await loadUse(session).catch(() => undefined);
      }),
  };
}
