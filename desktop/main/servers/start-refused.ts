/** The reason, in words for the owner, why the app cannot start with its folder. Nothing in the folder was changed. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
