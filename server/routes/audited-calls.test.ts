import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelAiBatch, createAiBatch, limitAiBatch, pauseAiBatch } from '#shared/contract/ai-batches.ts';
import { updateAiChoices } from '#shared/contract/ai-providers.ts';
import { listAudit } from '#shared/contract/audit.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { deleteImage, emptyImageBin, purgeImage, uploadImage } from '#shared/contract/images.ts';
import { endpoints } from '#shared/contract/index.ts';
import { holdPublicationLetter } from '#shared/contract/letters/letters.ts';
import {
  addSubscriber,
  deletePendingSubscription,
  endSubscriber,
  listPendingSubscriptions,
  listSubscribers,
} from '#shared/contract/letters/subscribers.ts';
import { discardPendingChange, keepPendingChange, publishPendingChange } from '#shared/contract/posts/pending.ts';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import { ask, type CallInput } from '../test-call.ts';
import { openSubscriptionSite, type SubscriptionSite } from '../test-subscriptions.ts';

/**
 * The owner's changes that are not logged by their call: the transaction that makes the change, or its route, logs the
 * event that results.
 */
const NOTED_WHERE_IT_IS_DONE: Readonly<Record<string, AuditEventName>> = {
  addPasskey: 'passkey_added',
  answerApproval: 'sign_in_approved',
  changePosts: 'posts_changed',
  confirmPassword: 'password_confirmed',
  confirmTotp: 'totp_added',
  createAiProvider: 'provider_made',
  createPost: 'post_created',
  createToken: 'token_made',
  createWebhook: 'webhook_made',
  deleteAiProvider: 'provider_deleted',
  deleteAuthor: 'author_deleted',
  deleteCategory: 'category_deleted',
  deleteImage: 'picture_deleted',
  deletePost: 'post_deleted',
  deleteTag: 'tag_deleted',
  deleteToken: 'token_ended',
  deleteWebhook: 'webhook_deleted',
  endOtherSessions: 'sessions_ended',
  endSession: 'session_ended',
  leadLinkOn: 'post_saved',
  logout: 'signed_out',
  makeRecoveryCodes: 'recovery_codes_made',
  proposePost: 'post_created',
  publishPendingChange: 'post_saved',
  removePasskey: 'passkey_removed',
  removeTotp: 'totp_removed',
  renamePasskey: 'passkey_renamed',
  renewWebhookSecret: 'webhook_secret_renewed',
  replaceImage: 'picture_changed',
  resetPromptTemplate: 'prompt_changed',
  restoreHistory: 'category_restored',
  restorePostRevision: 'post_saved',
  saveDraft: 'post_saved',
  undeleteImage: 'picture_restored',
  undeletePost: 'post_restored',
  updateAiProvider: 'provider_changed',
  updateAuthor: 'author_changed',
  updateCategory: 'category_changed',
  updateCredentials: 'email_changed',
  updateImage: 'picture_changed',
  updatePost: 'post_saved',
  updatePromptTemplate: 'prompt_changed',
  updateSessionLife: 'session_life_changed',
  updateSettings: 'settings_changed',
  updateTag: 'tag_changed',
  updateWebhook: 'webhook_changed',
};

/** Calls that change nothing that somebody would ask about later, or whose record is stored in full elsewhere. */
const NOT_NOTED: Readonly<Record<string, string>> = {
  askSecondReader: 'stands in the books of what was bought',
  cancelChat: 'stands in the books of what was bought',
  chat: 'stands in the books of what was bought',
  createReplay: 'stands in the books of what was bought',
  regenerateDraft: 'stands in the books of what was bought',
  suggest: 'stands in the books of what was bought',
  testAiLimits: 'stands in the books of what was bought',
  estimatePrompt: 'changes nothing',
  estimateReading: 'changes nothing',
  estimateSuggestion: 'changes nothing',
  findApproval: 'changes nothing',
  judgePost: 'changes nothing',
  previewLetter: 'changes nothing',
  previewPost: 'changes nothing; its address lasts for ten minutes',
  startPasskey: 'begins what is noted when it is done',
  startTotp: 'begins what is noted when it is done',
  stopChangingPosts: 'ends what is noted when it is done',
  testAiProvider: 'changes nothing; asks the provider for a word',
  testLetter: 'changes nothing; goes to the owner alone',
  testWebhook: 'stands among the deliveries of its webhook',
  sendWebhookAgain: 'stands among the deliveries of its webhook',
  updateContactMessage: 'read or unread, by opening it',
  pushUpdates: 'words as they are typed: History has their states',
  compareWorkspace: 'changes nothing',
  proposeChange: 'waits for the owner with its program’s name, and is noted when they take it',
  nextInAiBatch: 'the device that drives a batch, step by step: the batch has it',
  reportAiBatchItem: 'the device that drives a batch, step by step: the batch has it',
  restAiBatch: 'the device that drives a batch, step by step: the batch has it',
};

test('everything the owner can change is noted, or there is a reason why not', () => {
  const calls: readonly Endpoint[] = endpoints;
  const changes = calls.filter(({ method, access }) => method !== 'GET' && access === 'admin');
  const reasons = { ...NOTED_WHERE_IT_IS_DONE, ...NOT_NOTED };
  expect(changes.filter(({ name, audit }) => audit === null && !Object.hasOwn(reasons, name))).toEqual([]);
  // The lists name no call that is logged by the call itself, and none that no longer exists.
  const byCall = new Set(changes.filter(({ audit }) => audit === null).map(({ name }) => name));
  expect(Object.keys(reasons).filter((name) => !byCall.has(name))).toEqual([]);
  expect(Object.keys(reasons)).toHaveLength(Object.keys(NOTED_WHERE_IT_IS_DONE).length + Object.keys(NOT_NOTED).length);
});

let site: SubscriptionSite;
let cookie: string;
beforeAll(async () => {
  // A provider that cannot be reached, so that batches wait.
  site = await openSubscriptionSite({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  cookie = await site.app.signIn();
});
afterAll(() => site.close());

const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await ask(site.app.http, endpoint, { cookie, ...input })).body;

async function upload() {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('image', new File([new Uint8Array(bytes)], 'beach.png', { type: 'image/png' }));
  const request = new Request('http://site.test', { method: 'POST', body: form });
  const headers = { cookie, 'content-type': request.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await request.arrayBuffer());
  const response = await site.app.http.inject({ method: 'POST', url: uploadImage.path, payload, headers });
  return uploadImage.response.parse(response.json());
}

async function trash() {
  const { filename } = await upload();
  await call(deleteImage, { params: { image: filename } });
  return filename;
}

async function keepChange() {
  const id = await site.app.post({ title: 'Tea' });
  await call(keepPendingChange, { params: { id }, body: { title: 'Tea, anew' } });
  return id;
}

const form = { targetMarket: 'Dancers', productApp: 'Classes', productAppFunction: 'For beginners', productAppUrl: '' };
async function startBatch() {
  const topics = [{ form, categoryId: null }];
  return (await call(createAiBatch, { body: { id: randomUUID(), topics, limitUsd: 1, atOnce: 1 } })).id;
}

const wholeSite = [{ kind: 'site' as const, targetId: 0 }];
const done: [what: string, event: string, run: () => Promise<unknown>][] = [
  ['uploading a picture', 'picture_uploaded beach.png', upload],
  ['deleting one for good', 'picture_purged', async () => call(purgeImage, { params: { image: await trash() } })],
  ['emptying their bin', 'picture_bin_emptied', async () => trash().then(() => call(emptyImageBin))],
  ['keeping a change beside a post', 'change_kept Tea, anew', keepChange],
  ['giving it up', 'change_discarded', async () => call(discardPendingChange, { params: { id: await keepChange() } })],
  [
    'putting it in its place',
    'post_saved Tea, anew',
    async () => call(publishPendingChange, { params: { id: await keepChange() } }),
  ],
  [
    'choosing models and what a month may cost',
    'ai_choices_changed',
    async () => call(updateAiChoices, { body: { text: null, picture: null, steps: [], monthlyLimitUsd: 5 } }),
  ],
  ['beginning a batch', 'batch_begun', startBatch],
  ['holding it', 'batch_changed', async () => call(pauseAiBatch, { params: { id: await startBatch() } })],
  [
    'changing what it may cost',
    'batch_changed',
    async () => call(limitAiBatch, { params: { id: await startBatch() }, body: { limitUsd: 2 } }),
  ],
  ['ending it', 'batch_cancelled', async () => call(cancelAiBatch, { params: { id: await startBatch() } })],
  [
    'adding a subscriber',
    'subscriber_added',
    async () => call(addSubscriber, { body: { email: 'a@example.org', topics: wholeSite } }),
  ],
  [
    'forgetting an address',
    'subscription_forgotten',
    async () => {
      await call(addSubscriber, { body: { email: 'b@example.org', topics: wholeSite } });
      const [first] = await call(listPendingSubscriptions);
      await call(deletePendingSubscription, { params: { id: first?.id ?? 0 } });
    },
  ],
  [
    'ending a subscription',
    'subscriber_ended',
    async () => {
      await site.follow('c@example.org');
      const [first] = await call(listSubscribers);
      await call(endSubscriber, { params: { id: first?.id ?? 0 } });
    },
  ],
  [
    'saying that a post is no letter',
    'letter_held',
    async () => call(holdPublicationLetter, { params: { postId: await site.app.post() }, body: { isHeld: true } }),
  ],
];

test.each(done)('%s is noted as %s', async (_what, event, run) => {
  await run();
  const [last] = await call(listAudit, { query: { limit: '1' } });
  expect(`${last?.event} ${last?.name}`.trim()).toBe(event);
  expect(last).toMatchObject({ class: 'action', actor: { kind: 'browser' } });
  expect(JSON.stringify(last)).not.toContain('@example.org');
});
