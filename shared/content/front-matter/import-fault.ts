/** A fault of a file, in words for its author. `line` counts from 1 in the file; null means the whole file. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  readonly line: number | null;

  constructor(message: string, line: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.line = line;
  }
}
