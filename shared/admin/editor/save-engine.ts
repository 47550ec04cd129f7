import type { MergeChoice } from '#shared/content/merge/merge.ts';
import { errorRegistry } from '#shared/kernel/errors.ts';
import { isSameJson } from '#shared/workspace/json.ts';
import { mergePost, resolvePost } from '#shared/workspace/merge-post.ts';
import { isCopyOf, type WorkingCopy } from '#shared/workspace/post-draft.ts';
import { areSameValues, newPostValues, type PostValues, postValueNames } from '#shared/workspace/post-values.ts';
import type {
  RecordedSave,
  SaveEffect,
  SaveEvent,
  SaveFault,
  SaveIntent,
  SaveOutcome,
  SaveRequest,
  SaveState,
  StoredPost,
  Transition,
} from './save-states.ts';

interface OpenedForm {
  base: WorkingCopy | null;
  /** Whether the form has words that the server does not have. */
  isUnsaved: boolean;
  /** Whether another tab of this browser edits the same post. */
  isLocked: boolean;
  /** A save of this form that was written down before it was answered. */
  recorded?: RecordedSave | null;
}

/** Returns the state in which a form opens. */
export function openedState({ base, isUnsaved, isLocked, recorded }: OpenedForm): SaveState {
  if (isLocked) return { kind: 'locked', base };
  if (recorded?.isTakenBack) return { ...editing(base), earlier: recorded.pending.request };
  if (recorded) return recorded.fault ? editing(base, recorded.fault) : { ...recorded.pending, kind: 'offline', base };
  return isUnsaved ? editing(base) : { kind: 'saved', base };
}

/**
 * The save engine: returns the state that an event leads to, and the effects to perform. It is total and pure;
 * README.md has its table. An event that has no meaning in a state leaves the state unchanged, the very same object.
 */
export function transition(state: SaveState, event: SaveEvent): Transition {
  switch (event.type) {
    case 'typed':
      return state.kind === 'saved' ? to(editing(state.base)) : to(state);
    case 'save':
      return save(state, event.intent, event.values, event.key);
    case 'answered':
      return state.kind === 'saving' ? answered(state, event.outcome, event.values) : to(state);
    case 'signed-in':
      return state.kind === 'signed-out' ? send(state) : to(state);
    case 'online':
      return state.kind === 'offline' ? send(state) : to(state);
    case 'take-back':
      return isWaiting(state) ? to({ ...editing(state.base), earlier: state.request }) : to(state);
    case 'resolve':
      return state.kind === 'conflict' ? resolve(state, event.choice, event.values) : to(state);
    case 'put-off':
      return isAsking(state) ? to(editing(state.base)) : to(state);
    case 'discard':
      return discard(state, event.stored);
    case 'save-as-new':
      return state.kind === 'gone' ? saveAsNew(state.intent, event.values, event.key) : to(state);
    case 'foreign':
      return to(changedElsewhere(state, event.base, event.isUnsaved));
    case 'lost-hold':
      // A pending save is completed first.
      return state.kind === 'saving' || state.kind === 'locked' ? to(state) : to({ kind: 'locked', base: state.base });
    case 'got-hold':
      return state.kind === 'locked' ? to(openedState({ ...event, isLocked: false })) : to(state);
  }
}

/**
 * Returns the warning that a tab must give when it closes: `unsaved` words, or a save that is still pending. Null for none.
 */
export function leaveWarning(state: SaveState, isUnsaved: boolean): 'unsaved' | 'saving' | null {
  if (state.kind === 'saving') return 'saving';
  if (state.kind === 'offline' || state.kind === 'signed-out') return 'unsaved';
  return isUnsaved && state.kind !== 'locked' ? 'unsaved' : null;
}

/**
 * Returns the save that has to be written down in a state; `before` is the one that is written down already. Null for
 * nothing; the same object if nothing is new. A refused save stays written down with its reason until the form leaves
 * the state that the refusal led to.
 */
export function recordedSave(state: SaveState, before: RecordedSave | null): RecordedSave | null {
  switch (state.kind) {
    case 'saving':
    case 'offline':
    case 'signed-out': {
      const { request, again, afterwards, earlier, isNew, isMerged } = state;
      const isKnown = before?.fault === null && !before.isTakenBack;
      if (isKnown && before.pending.request === request && before.pending.again === again) return before;
      const pending = { request, again, afterwards, earlier, isNew, isMerged };
      return { pending, fault: null, isTakenBack: false };
    }
    case 'editing':
      return state.earlier ? takenBackSave(before, state.earlier) : refusedSave(before, state.fault);
    case 'conflict':
    case 'gone':
      return refusedSave(before, standingFault(state));
    case 'saved':
      return null;
    case 'locked':
      return before;
  }
}

/** Returns why the last save failed and is not tried again automatically; null if nothing prevents it. */
export function standingFault(state: SaveState): SaveFault | null {
  if (state.kind === 'editing') return state.fault;
  if (state.kind === 'conflict') return conflictFault;
  return state.kind === 'gone' ? goneFault : null;
}

function refusedSave(before: RecordedSave | null, fault: SaveFault | null): RecordedSave | null {
  if (before === null || fault === null) return null;
  return before.fault === fault ? before : { ...before, fault };
}

function takenBackSave(before: RecordedSave | null, earlier: SaveRequest): RecordedSave | null {
  if (before === null || (before.isTakenBack && before.pending.request === earlier)) return before;
  return { ...before, fault: null, isTakenBack: true };
}

const faultOf = (code: 'post_not_found' | 'post_conflict'): SaveFault => ({
  code,
  message: errorRegistry[code].message,
  issues: [],
});
const goneFault = faultOf('post_not_found');
const conflictFault = faultOf('post_conflict');

function to(state: SaveState, ...effects: SaveEffect[]): Transition {
  return { state, effects };
}

function editing(base: WorkingCopy | null, fault: SaveFault | null = null): Extract<SaveState, { kind: 'editing' }> {
  return { kind: 'editing', base, fault };
}

/**
 * All devices share one draft and the version it was made from, so a save that was made on another device counts here.
 */
function changedElsewhere(state: SaveState, base: WorkingCopy | null, isUnsaved: boolean): SaveState {
  const hasMoved = !isSameBase(state.base, base);
  const opened = openedState({ base, isUnsaved, isLocked: false });
  switch (state.kind) {
    case 'saved':
    case 'editing':
      return hasMoved || state.kind !== opened.kind ? opened : state;
    case 'conflict':
      // The draft already contains what the other device saved: no question is left.
      return base !== null && base.baseVersion >= state.theirs.version ? opened : hasMoved ? { ...state, base } : state;
    case 'gone':
      return hasMoved ? opened : state;
    default:
      return hasMoved ? { ...state, base } : state;
  }
}

/** The text is compared as well: a restored server can give the same version number twice. */
function isSameBase(a: WorkingCopy | null, b: WorkingCopy | null): boolean {
  if (a === null || b === null) return a === b;
  return a.postId === b.postId && a.baseVersion === b.baseVersion && areSameValues(a.baseText, b.baseText);
}

function isAsking(state: SaveState): boolean {
  return state.kind === 'conflict' || state.kind === 'signed-out' || state.kind === 'gone';
}

function isWaiting(state: SaveState): state is Extract<SaveState, { kind: 'offline' | 'signed-out' }> {
  return state.kind === 'offline' || state.kind === 'signed-out';
}

/** The data of a pending save. */
type OnItsWay = Omit<Saving, 'kind'>;

function send(save: OnItsWay, before: SaveEffect[] = []): Transition {
  return to({ ...save, kind: 'saving' }, ...before, { type: 'send', request: save.request });
}

function begin(base: WorkingCopy | null, intent: SaveIntent, values: PostValues, key: string): OnItsWay {
  return {
    base,
    request: requestFor(base, intent, values, key),
    again: null,
    afterwards: null,
    earlier: null,
    isNew: base === null,
    isMerged: false,
  };
}

function requestFor(base: WorkingCopy | null, intent: SaveIntent, values: PostValues, key: string): SaveRequest {
  return base
    ? { intent, postId: base.postId, version: base.baseVersion, base: base.baseText, values, key: null }
    : { intent, postId: null, version: null, base: null, values, key };
}

function baseOf({ id, version, values, createdAt }: StoredPost): WorkingCopy {
  return { postId: id, baseVersion: version, baseText: values, createdAt };
}

function save(state: SaveState, intent: SaveIntent, values: PostValues, key: string): Transition {
  switch (state.kind) {
    case 'saved':
      return send(begin(state.base, intent, values, key));
    case 'editing': {
      const earlier = state.earlier ?? null;
      // If the save that was taken back has created the post, the server recognises it by the same key.
      return send({ ...begin(state.base, intent, values, earlier?.key ?? key), earlier });
    }
    case 'saving':
      return state.again === intent ? to(state) : to({ ...state, again: intent });
    case 'offline': {
      // The save that had no answer may have arrived: it is sent again first, then the newer words.
      const isSame = intent === state.request.intent && areSameValues(values, state.request.values);
      return send({ ...state, again: isSame ? null : intent });
    }
    default:
      return to(state);
  }
}

type Saving = Extract<SaveState, { kind: 'saving' }>;

function answered(state: Saving, outcome: SaveOutcome, values: PostValues): Transition {
  const { base, request } = state;
  switch (outcome.kind) {
    case 'stored':
      return stored(state, outcome.post, values);
    case 'stale':
      if (base !== null && !isCopyOf(base, outcome.current)) {
        return to({ kind: 'gone', base, intent: request.intent, isReplaced: true });
      }
      if (isWhatWasNamed(request, outcome.current)) return refused(base, conflictFault);
      // This device's own save, whose answer was lost, is not a conflict.
      if (isOwnSave(request, outcome.current)) return stored(state, outcome.current, values);
      return hasArrived(state.earlier, outcome.current)
        ? goOnFrom(state, outcome.current)
        : stale(state, outcome.current, values);
    case 'made-before':
      // The post was created by a save that was taken back here, or by another device that had the same draft.
      return state.earlier ? goOnFrom(state, outcome.post) : stale(state, outcome.post, values);
    case 'unauthorized':
      return to({ ...state, kind: 'signed-out' });
    case 'no-answer':
      return noAnswer(state, outcome.isBusy === true);
    case 'missing':
      return request.postId === null ? refused(base, goneFault) : to({ kind: 'gone', base, intent: request.intent });
    case 'refused':
      return refused(base, outcome.fault);
  }
}

function noAnswer(state: Saving, isBusy: boolean): Transition {
  const next = { ...state, kind: 'offline', isBusy } as const;
  return to(next, { type: 'report', report: { kind: 'offline', isBusy } });
}

/** Whether the server already has the words of a save that was taken back. */
function hasArrived(earlier: SaveRequest | null, current: StoredPost): boolean {
  return earlier !== null && isOwnSave(earlier, current);
}

/** The save that was taken back did reach the server: this save is made again, on the version that resulted. */
function goOnFrom(state: Saving, post: StoredPost): Transition {
  const { intent, values } = state.request;
  const base = baseOf(post);
  const request = requestFor(base, intent, values, '');
  return send({ ...state, base, request, earlier: null }, [{ type: 'set-base', base }]);
}

function refused(base: WorkingCopy | null, fault: SaveFault): Transition {
  return to(editing(base, fault), { type: 'report', report: { kind: 'refused', fault } });
}

function stored(state: Saving, post: StoredPost, values: PostValues): Transition {
  const { request, again, afterwards, isNew, isMerged } = state;
  const { intent } = request;
  const base = baseOf(post);
  const wanted = afterwards ? resolvePost(mergePost(request.values, values, afterwards), 'theirs') : values;
  // The server fills in what was left blank; what was typed in the meantime stays.
  const next = resolvePost(mergePost(request.values, wanted, post.values), 'mine');
  const isUnsaved = !areSameValues(next, post.values);
  const isUndoable = isMerged || afterwards !== null;
  const effects: SaveEffect[] = [{ type: 'set-base', base }, ...writeIfChanged(values, next, isUndoable)];
  if (again !== null && (isUnsaved || again !== intent)) {
    return send({ ...begin(base, again, next, ''), isNew, isMerged }, effects);
  }
  effects.push({ type: 'report', report: { kind: 'saved', intent, isNew, isMerged, post } });
  return isUnsaved ? to(editing(base), ...effects) : to({ kind: 'saved', base }, ...effects, { type: 'drop' });
}

/** Whether the server refused the very version that it has: it would do so again and again. */
function isWhatWasNamed({ version, base }: SaveRequest, current: StoredPost): boolean {
  return base !== null && version === current.version && areSameValues(base, current.values);
}

function stale(state: Saving, current: StoredPost, values: PostValues): Transition {
  const { base, request } = state;
  const { intent } = request;
  const merge = mergePost(base?.baseText ?? newPostValues, values, current.values);
  if (merge.kind === 'conflict') return to({ kind: 'conflict', base, intent, theirs: current, merge });
  if (intent === 'post' && areSameValues(merge.values, current.values)) {
    // The server already has everything that was typed: nothing is left to send.
    return stored({ ...state, request: { ...request, values }, isMerged: true }, current, values);
  }
  const next = begin(baseOf(current), intent, merge.values, '');
  return send({ ...state, base: next.base, request: next.request, afterwards: null, isMerged: true }, [
    { type: 'set-base', base: next.base },
    ...writeIfChanged(values, merge.values),
  ]);
}

function resolve(state: Extract<SaveState, { kind: 'conflict' }>, choice: MergeChoice, values: PostValues): Transition {
  const { intent, theirs } = state;
  const base = baseOf(theirs);
  const merge = mergePost(state.base?.baseText ?? newPostValues, values, theirs.values);
  if (choice === 'both') {
    // Readers must not see two versions of one sentence: the owner looks at the text first, then saves.
    const report: SaveEffect = { type: 'report', report: { kind: 'both-kept' } };
    const both = resolvePost(merge, 'both');
    return to(editing(base), { type: 'set-base', base }, ...writeIfChanged(values, both), report);
  }
  // To choose `theirs`, `mine` is saved first: each save leaves the version before it in the revisions, so that `mine`
  // can be found there, as `theirs` can when `mine` is chosen. Until that save is done, the form shows `mine`.
  const mine = resolvePost(merge, 'mine');
  const theirsIsLeft = choice === 'theirs' && !areSameValues(mine, resolvePost(merge, 'theirs'));
  const afterwards = theirsIsLeft ? resolvePost(merge, 'theirs') : null;
  return send({ ...begin(base, intent, mine, ''), again: afterwards && intent, afterwards, isMerged: true }, [
    { type: 'set-base', base },
    ...writeIfChanged(values, mine),
  ]);
}

function discard(state: SaveState, post: StoredPost | null): Transition {
  if (state.kind === 'saving' || state.kind === 'locked') return to(state);
  const base = post ? baseOf(post) : null;
  // The draft of a new post goes into the bin unchanged: another device may have it open, and still sees its words
  // there.
  if (base === null && state.base === null) return to({ kind: 'saved', base }, { type: 'bin' });
  return to(
    { kind: 'saved', base },
    { type: 'bin' },
    { type: 'set-base', base },
    { type: 'write', values: post?.values ?? newPostValues, isUndoable: true },
    { type: 'drop' },
  );
}

function saveAsNew(intent: SaveIntent, values: PostValues, key: string): Transition {
  return send(begin(null, intent, values, key), [
    { type: 'set-base', base: null },
    { type: 'write', values, isUndoable: true },
  ]);
}

function writeIfChanged(now: PostValues, next: PostValues, isUndoable = true): SaveEffect[] {
  return areSameValues(now, next) ? [] : [{ type: 'write', values: next, isUndoable }];
}

/** Whether the server has what was sent, apart from the values that the server fills in or decides itself. */
function isOwnSave({ intent, values }: SaveRequest, current: StoredPost): boolean {
  return postValueNames.every((name) => {
    const sent = values[name];
    if (name === 'published' && intent === 'draft') return !current.values.published;
    const isLeftToServer = sent === '' || sent === null || (name === 'authorId' && sent === 0);
    if (isLeftToServer && (name === 'slug' || name === 'authorId' || name === 'publishedAt')) return true;
    return isSameJson(sent, current.values[name]);
  });
}
