import type { z } from 'zod';
import { readFileIfExists, writeFileAtomically } from './atomic-file.ts';

/** A choice of the owner, stored in the app's folder. */
export interface ChoiceFile<Choice> {
  get(): Choice;
  /** Sets the choice. If the file cannot be written, the choice still holds until the app ends. */
  set(choice: Choice): void;
}

interface ChoiceFileOptions<Choice> {
  file: string;
  schema: z.ZodType<Choice>;
  /** The value before anything was chosen, or when the file cannot be read. */
  first: Choice;
  /** Called when a choice could not be written. */
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
