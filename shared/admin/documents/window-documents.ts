import { systemTimers } from '#shared/kernel/timers.ts';
import { openDocumentChannel } from '../document-channel.ts';
import type { AdminPorts } from '../ports.ts';
import { createOpenDocuments, type OpenDocuments } from './open-documents.ts';

const opened = new WeakMap<AdminPorts, OpenDocuments>();

/** Returns the documents that the forms of a window share, each opened once for all of them. */
export function windowDocuments(ports: AdminPorts): OpenDocuments {
  const { store, clock, openChannel } = ports;
  const make = () =>
    createOpenDocuments({ store, clock, timers: systemTimers, channel: openDocumentChannel(openChannel) });
  const documents = opened.get(ports) ?? make();
  opened.set(ports, documents);
  return documents;
}
