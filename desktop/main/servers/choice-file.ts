import type { z } from 'zod';
import { readFileIfExists, writeFileAtomically } from './atomic-file.ts';

/** Something the owner chose, remembered in the app's folder. */
export interface ChoiceFile<Choice> {
  get(): Choice;
  /** Holds until the app ends also where it cannot be written. */
  set(choice: Choice): void;
}

interface ChoiceFileOptions<Choice> {
  file: string;
  schema: z.ZodType<Choice>;
  /** What counts before anything was chosen, and where the file cannot be read. */
  first: Choice;
  /** A choice could not be written. */
  onFault(error: unknown): void;
}

export function openChoiceFile<Choice>({
  file,
  schema,
  first,
  onFault,
}: ChoiceFileOptions<Choice>): ChoiceFile<Choice> {
  let choice = read();
  function read(): Choice {
    try {
      return schema.parse(JSON.parse(readFileIfExists(file)?.toString('utf8') ?? ''));
    } catch {
      return first;
    }
  }
  return {
    get: () => choice,
    set(next) {
      choice = next;
      try {
        writeFileAtomically(file, JSON.stringify(next));
      } catch (error) {
        onFault(error);
      }
    },
  };
}
