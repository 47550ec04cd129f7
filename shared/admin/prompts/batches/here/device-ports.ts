import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import { estimatePrompt, isChatKnown } from '#shared/contract/ai.ts';
import { askSecondReader, estimateReading, type ReadingBody } from '#shared/contract/second-readings.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import {
  type BatchDocuments,
  type BatchPorts,
  batchDriver,
  type DraftReading,
} from '#shared/runs/batch/batch-ports.ts';
import type { RunFault } from '#shared/workflow/run-states.ts';
import type { OpenDocuments } from '../../../documents/open-documents.ts';
import type { Timers } from '../../../editor/index.ts';
import { errorText } from '../../../error-text.ts';
import { isReadByItself } from '../../drafts/read-published.ts';
import type { RunPorts, RunSession } from '../../runs/run-session.ts';
import { createStepCalls } from '../../runs/step-calls.ts';
import { createDeviceDrafts } from './device-drafts.ts';
import { createDeviceQueue } from './device-queue.ts';

export interface DevicePortOptions {
  ports: RunPorts;
  timers: Timers;
  session: Pick<RunSession, 'templates' | 'codices' | 'drafts'>;
  documents: BatchDocuments;
  device: string;
}

/** Returns the ports with which this device drives the batch of this id. */
export function devicePorts({ ports, timers, session, documents, device }: DevicePortOptions, id: string): BatchPorts {
  const { api, clock, steps } = ports;
  const { templates, codices, drafts } = session;
  return {
    ...{ clock, timers, steps, documents, onError, driver: batchDriver(device) },
    queue: createDeviceQueue(api, device, id),
    createCalls: (onFault) => createStepCalls({ api, clock, timers, onFault }),
    async mostCost(prompt, stepId, isLimited) {
      return (await api.call(estimatePrompt, { body: { prompt, stepId, isLimited } })).costUsd;
    },
    isKnown: async (key) => (await api.call(isChatKnown, { params: { key } })).isKnown,
    async promptsNow() {
      if (!(await templates.prepare())) throw new Error('The prompts could not be loaded');
      return Object.fromEntries(
        steps.flatMap((step) => {
          const prompt = templates.promptOf(step.id);
          return prompt === null ? [] : [[step.id, { prompt, version: templates.versionOf(step.id) }]];
        }),
      );
    },
    codexOf: async (categoryId) => codices.codexOf(String(categoryId)),
    drafts: createDeviceDrafts({ api, drafts, timers, faultOf, onError }),
    reader: {
      isAllowed: () => isReadByItself(api),
      mostCost: async (reading) => (await api.call(estimateReading, { body: bodyOf(reading) })).mostUsd,
      async read(reading, key) {
        const headers = { 'idempotency-key': key };
        return (await api.call(askSecondReader, { body: bodyOf(reading), headers })).reading.findings.length;
      },
    },
    faultOf,
  };
}

/** Returns this device's documents, in the form in which a driver of batches opens them. */
export function createDeviceDocuments(documents: OpenDocuments): BatchDocuments {
  const removed = new Set<string>();
  documents.onForeign(({ id, isRemoved }) => {
    if (isRemoved) removed.add(id);
  });
  return {
    async open<Kind extends DocumentKind>(kind: Kind, id: string) {
      let isKnown = await documents.isKnown(id);
      if (isKnown && !(await documents.list(kind)).includes(id)) removed.add(id);
      const document = await documents.open(kind, id);
      return {
        document,
        state: () => (removed.has(id) ? 'deleted' : isKnown ? 'living' : 'unknown'),
        async keep() {
          await documents.keep(document);
          isKnown = true;
        },
        refresh: () => documents.refresh(document),
      };
    },
  };
}

function bodyOf({ categoryId, ...reading }: DraftReading): ReadingBody {
  const { title, excerpt, content, document, runId } = reading;
  return { ...{ title, excerpt, content, document, runId }, postId: 0, categoryId: categoryId ?? 0, isAutomatic: true };
}

/** Returns the fault that an error of the API describes; null for any other error. */
function faultOf(error: unknown): RunFault | null {
  if (!(error instanceof ApiError) || error.code === undefined) return null;
  return { code: error.code, message: errorText(error) };
}

/** Without a network or a session the work is tried again later, so nothing is reported. */
function onError(error: unknown): void {
  if (error instanceof OfflineError || (error instanceof ApiError && error.status === 401)) return;
  console.warn('A batch could not do something; what is stored of it stays as it is', error);
}
