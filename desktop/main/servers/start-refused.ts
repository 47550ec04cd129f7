/** Why the app cannot start with the folder it has, in words for the owner. Nothing in the folder was changed. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
