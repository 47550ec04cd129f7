/**
 * The kinds of faults of a store: it does not answer; it refuses us or the operation; it is not there as configured; it
 * returned other bytes than were put; the key is not valid.
 */
type BlobFaultKind = 'unreachable' | 'refused' | 'misplaced' | 'damaged' | 'bad-key';

/**
 * The reason why a store could not carry out an operation. `message` is in words for the owner, and names no secret.
 */
export class BlobFault extends Error {
  override readonly name = 'BlobFault';
  readonly kind: BlobFaultKind;

  constructor(kind: BlobFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
