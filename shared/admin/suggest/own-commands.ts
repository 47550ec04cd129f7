import { z } from 'zod';
import { MAX_COMMAND, MAX_COMMAND_NAME } from '#shared/contract/suggestions.ts';
import type { OpenDocuments } from '../documents/open-documents.ts';

/** A command in the owner's own words, saved under a name. */
export interface OwnCommand {
  readonly id: string;
  readonly name: string;
  readonly says: string;
}

/** The owner's own commands, on every device. */
export interface OwnCommands {
  /** Returns the commands in the order of their names. */
  all(): Promise<OwnCommand[]>;
  /** Saves a command, and replaces one of the same name. Resolves when it is on the disk. Throws NotKeptError. */
  save(command: Omit<OwnCommand, 'id'>): Promise<OwnCommand>;
  /** Throws NotKeptError. */
  remove(id: string): Promise<void>;
  /** Calls `listener` when another window or device has changed the commands. */
  onChange(listener: () => void): () => void;
}

const DOCUMENT = 'preferences:commands';
const PREFIX = 'command:';

const stored = z.object({ name: z.string(), says: z.string() });

export function createOwnCommands(documents: OpenDocuments, unique: () => string): OwnCommands {
  const open = () => documents.open('preferences', DOCUMENT);
  const all = async () => {
    const fields = Object.entries((await open()).fields());
    const found = fields.flatMap(([key, value]): OwnCommand[] => {
      const { data } = stored.safeParse(value);
      return data && key.startsWith(PREFIX) ? [{ id: key.slice(PREFIX.length), ...data }] : [];
    });
    return found.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  };
  return {
    all,
    async save({ name, says }) {
      const document = await open();
      const short = name.trim().slice(0, MAX_COMMAND_NAME).toWellFormed();
      const before = (await all()).find((each) => each.name.toLowerCase() === short.toLowerCase());
      const command = {
        id: before?.id ?? unique(),
        name: short,
        says: says.trim().slice(0, MAX_COMMAND).toWellFormed(),
      };
      document.setField(PREFIX + command.id, { name: command.name, says: command.says });
      await documents.keep(document);
      return command;
    },
    async remove(id) {
      const document = await open();
      document.setField(PREFIX + id, undefined);
      await documents.keep(document);
    },
    onChange: (listener) =>
      documents.onForeign(({ id }) => {
        if (id === DOCUMENT) listener();
      }),
  };
}
