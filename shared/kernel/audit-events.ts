/**
 * The class of an event: it concerns the security of the account and the site, or an attempt by strangers that was
 * refused, or an action of the owner.
 */
export const AUDIT_CLASSES = ['security', 'refused', 'action'] as const;
export type AuditClass = (typeof AUDIT_CLASSES)[number];

interface AuditEvent {
  is: AuditClass;
  /** The text in History, before the name of the thing: Signed in. Deleted the post “Old news”. */
  label: string;
}

const security = (label: string) => ({ is: 'security', label }) as const satisfies AuditEvent;
const refused = (label: string) => ({ is: 'refused', label }) as const satisfies AuditEvent;
const action = (label: string) => ({ is: 'action', label }) as const satisfies AuditEvent;

/** Every event of the audit log (docs/rules.md, "The log of what happened"): the only list of them. */
export const auditEvents = {
  signed_in: security('Signed in'),
  signed_out: security('Signed out'),
  password_confirmed: security('Gave the password again'),
  session_ended: security('Ended a session'),
  sessions_ended: security('Ended all other sessions'),
  email_changed: security('Changed the e-mail address of the account'),
  password_changed: security('Changed the password'),
  name_changed: security('Changed the name of the account'),
  reset_asked: security('A link for a new password was sent to the owner'),
  reset_used: security('Set a new password with the link of a mail'),
  password_reset_by_command: security('Set a new password with a command on the server'),
  second_step_done: security('Did the second step of a sign-in with'),
  recovery_code_used: security('Did the second step of a sign-in with a recovery code'),
  sign_in_approved: security('Approved a sign-in of'),
  sign_in_declined: security('Refused a sign-in of'),
  totp_added: security('Set up an authenticator app'),
  totp_removed: security('Took the authenticator app off'),
  passkey_added: security('Added the passkey'),
  passkey_renamed: security('Renamed a passkey to'),
  passkey_removed: security('Removed the passkey'),
  recovery_codes_made: security('Made new recovery codes'),
  session_life_changed: security('Changed how long one stays signed in'),
  factors_removed_by_command: security('Took the second factors off with a command on the server'),
  token_made: security('Made the token'),
  token_ended: security('Ended the token'),
  token_new_network: security('Used from a network for the first time: the token'),
  webhook_made: security('Made the webhook'),
  webhook_changed: security('Changed the webhook'),
  webhook_deleted: security('Deleted the webhook'),
  webhook_secret_renewed: security('Renewed the secret of the webhook'),
  provider_made: security('Added the AI provider'),
  provider_changed: security('Changed the AI provider'),
  provider_deleted: security('Removed the AI provider'),
  export_made: security('Exported the site'),
  subscribers_exported: security('Exported the subscribers'),
  backup_downloaded: security('Downloaded a backup'),
  site_restored: security('The site was put back from a backup'),
  audit_forgotten: security('Older entries of this list were forgotten'),

  sign_in_failed: refused('Failed to sign in'),
  sign_in_locked: refused('Too many attempts to sign in'),
  second_step_failed: refused('Failed at the second step of a sign-in, after the right password'),
  confirm_failed: refused('Gave a wrong password, while signed in'),
  reset_link_refused: refused('Used a link for a new password that is not valid any more'),
  token_refused: refused('Called with a token that is not valid'),
  token_too_small: refused('Called for more than its token allows'),
  cross_site_refused: refused('Another site tried to change something'),
  unknown_host_refused: refused('Asked for this server under a name that is not its own'),
  limit_reached: refused('Called more often than is allowed'),

  post_created: action('Wrote the post'),
  post_saved: action('Saved the post'),
  post_published: action('Published the post'),
  post_unpublished: action('Took the post down'),
  post_deleted: action('Put the post into the bin'),
  post_restored: action('Took the post out of the bin'),
  posts_changed: action('Changed many posts'),
  change_kept: action('Kept a change beside the post'),
  change_discarded: action('Gave up the change that waited beside a post'),
  picture_uploaded: action('Uploaded the picture'),
  picture_made: action('Had a model make the picture'),
  picture_deleted: action('Deleted the picture'),
  picture_changed: action('Changed the picture'),
  picture_restored: action('Restored the picture'),
  picture_purged: action('Deleted for good the picture'),
  picture_bin_emptied: action('Emptied the bin of pictures'),
  category_created: action('Made the category'),
  category_deleted: action('Deleted the category'),
  category_changed: action('Changed the category'),
  category_restored: action('Restored the category'),
  tag_created: action('Made the tag'),
  tag_deleted: action('Deleted the tag'),
  tag_changed: action('Renamed the tag'),
  tag_restored: action('Restored the tag'),
  author_created: action('Made the author'),
  author_deleted: action('Deleted the author'),
  author_changed: action('Changed the author'),
  author_restored: action('Restored the author'),
  settings_changed: action('Changed the settings'),
  prompt_changed: action('Changed the prompt'),
  prompt_deleted: action('Deleted the prompt'),
  prompt_restored: action('Restored the prompt'),
  ai_choices_changed: action('Changed which AI models are used, or what they may cost'),
  batch_begun: action('Began a batch of runs'),
  batch_changed: action('Held, let go on or changed a batch of runs'),
  batch_cancelled: action('Ended a batch of runs'),
  message_deleted: action('Deleted a reader’s message'),
  subscriber_added: action('Added a subscriber, who was asked to confirm it'),
  subscriber_ended: action('Ended a subscription'),
  subscriber_erased: action('Erased a subscriber'),
  subscription_forgotten: action('Forgot an address that was not confirmed'),
  letter_begun: action('Began sending the letter'),
  letter_changed: action('Held, let go on or gave up the letter'),
  letter_held: action('Said whether a post is sent as a letter'),
  letter_settings_changed: action('Changed the settings of letters'),
  redirect_made: action('Made a redirect'),
  redirect_changed: action('Changed a redirect'),
  redirect_deleted: action('Deleted a redirect'),
  import_made: action('Began an import'),
  import_run: action('Ran an import'),
  import_undone: action('Took an import back'),
  backup_made: action('Asked for a backup'),
  share_link_made: action('Made a link to an unpublished post'),
  share_link_ended: action('Ended a link to an unpublished post'),
} as const satisfies Record<string, AuditEvent>;

export type AuditEventName = keyof typeof auditEvents;

export const auditEventNames = Object.keys(auditEvents) as [AuditEventName, ...AuditEventName[]];

/** Events that strangers cause, as many as they like: they are recorded as sums. */
export type RefusedEvent = {
  [Name in AuditEventName]: (typeof auditEvents)[Name]['is'] extends 'refused' ? Name : never;
}[AuditEventName];

/**
 * Who caused an event: a browser or the desktop app in which the owner is signed in, a program or an agent with a
 * token, an import, the server by itself, a command typed on the server, or a person the server does not know.
 */
export const AUDIT_ACTORS = ['browser', 'app', 'program', 'agent', 'import', 'server', 'command', 'stranger'] as const;
export type AuditActorKind = (typeof AUDIT_ACTORS)[number];
