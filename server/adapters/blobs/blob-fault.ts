/**
 * What is wrong with a store: it does not answer; it does not let us in, or not do that; it is not there as configured;
 * what came back is not what was put; the key cannot be one.
 */
type BlobFaultKind = 'unreachable' | 'refused' | 'misplaced' | 'damaged' | 'bad-key';

/** Why a store could not do what it was asked. `message` is in words for the owner, and names no secret. */
export class BlobFault extends Error {
  override readonly name = 'BlobFault';
  readonly kind: BlobFaultKind;

  constructor(kind: BlobFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
