import {
  cancelChat,
  chat,
  createReplay,
  estimatePrompt,
  generateImage,
  getAiUsage,
  isChatKnown,
  regenerateDraft,
  testAiLimits,
} from './ai.ts';
import {
  cancelAiBatch,
  createAiBatch,
  driveAiBatch,
  getAiBatch,
  limitAiBatch,
  listAiBatches,
  nextInAiBatch,
  pauseAiBatch,
  reportAiBatchItem,
  restAiBatch,
  resumeAiBatch,
} from './ai-batches.ts';
import { getAiFigures } from './ai-figures.ts';
import {
  createAiProvider,
  deleteAiProvider,
  listAiProviders,
  testAiProvider,
  updateAiChoices,
  updateAiProvider,
} from './ai-providers.ts';
import { listAudit } from './audit.ts';
import { answerApproval, findApproval } from './auth/approvals.ts';
import {
  addPasskey,
  confirmTotp,
  getSecondFactors,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
  startPasskey,
  startTotp,
} from './auth/second-factors.ts';
import { endOtherSessions, getSessionLife, updateSessionLife } from './auth/session-life.ts';
import {
  askApproval,
  getApproval,
  getSignInStep,
  signInApproved,
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithTotp,
  startPasskeySignIn,
} from './auth/sign-in-steps.ts';
import { createAuthor, deleteAuthor, getAuthor, listAuthors, updateAuthor } from './authors.ts';
import { downloadBackup, listBackups, runBackup } from './backups.ts';
import { getCalendar, getQueue } from './calendar.ts';
import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from './categories.ts';
import { listCodices } from './codices.ts';
import { deleteContactMessage, listContactMessages, sendContactMessage, updateContactMessage } from './contact.ts';
import { exportForGhost, exportSite, getExportSummary } from './exports.ts';
import { listHistory, restoreHistory } from './history.ts';
import {
  deleteImage,
  emptyImageBin,
  listImages,
  purgeImage,
  replaceImage,
  undeleteImage,
  updateImage,
  uploadImage,
} from './images.ts';
import {
  createImport,
  downloadReceipt,
  listImportAddresses,
  listImportItems,
  listImports,
  readImport,
  runImport,
  undoImport,
} from './imports.ts';
import { judgePost } from './judge.ts';
import { getLetterSettings, updateLetterSettings } from './letters/letter-settings.ts';
import {
  changeLetter,
  createLetter,
  getLettersState,
  getPublicationLetter,
  holdPublicationLetter,
  listLetters,
  listLetterTroubles,
  previewLetter,
  testLetter,
} from './letters/letters.ts';
import {
  addSubscriber,
  deletePendingSubscription,
  endSubscriber,
  eraseSubscriber,
  exportSubscribers,
  getSubscriber,
  getSubscriberFigures,
  listPendingSubscriptions,
  listSubscribers,
} from './letters/subscribers.ts';
import { askSubscription } from './letters/subscriptions.ts';
import { leadLinkOn, listLinkFaults } from './links.ts';
import { getHealth, getMeta, getMetrics, getOpenApi, getReadiness } from './meta.ts';
import { getEdge } from './operation/edge.ts';
import { getPublication } from './operation/publication.ts';
import { changePosts, stopChangingPosts } from './posts/many-posts.ts';
import { discardPendingChange, getPendingChange, keepPendingChange, publishPendingChange } from './posts/pending.ts';
import { copyPosts } from './posts/post-copy.ts';
import { listPostRevisions, restorePostRevision } from './posts/post-revisions.ts';
import {
  countReadToEnd,
  countView,
  getArchive,
  getPost,
  getPostById,
  listFeaturedPosts,
  listPosts,
  listRelatedPosts,
} from './posts/posts.ts';
import { createPost, deletePost, saveDraft, undeletePost, updatePost } from './posts/posts-admin.ts';
import { createShareLink, endShareLink, listShareLinks, previewPost } from './posts/unpublished.ts';
import { listPromptTemplates, listPromptVersions, resetPromptTemplate, updatePromptTemplate } from './prompts.ts';
import { listProposals, proposeChange, proposePost } from './proposals.ts';
import { deliverFromReader } from './reader-deliveries.ts';
import { createRedirect, deleteRedirect, listRedirects, updateRedirect } from './redirects.ts';
import { searchPosts } from './search.ts';
import { askSecondReader, estimateReading } from './second-readings.ts';
import { listSeries } from './series.ts';
import {
  askReset,
  confirmPassword,
  endSession,
  getMe,
  getReset,
  listSessions,
  login,
  logout,
  updateCredentials,
  useReset,
} from './session.ts';
import { getSettings, updateSettings } from './settings.ts';
import {
  countPageView,
  downloadStatistics,
  getFollowers,
  getNiches,
  getReadings,
  getReferrers,
  getSearches,
  listMissingPages,
  listReadPosts,
} from './statistics.ts';
import { estimateSuggestion, suggest } from './suggestions.ts';
import { createTag, deleteTag, getTag, listTags, updateTag } from './tags.ts';
import { createToken, deleteToken, listTokens } from './tokens.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';
import { compareWorkspace, pullUpdates, pushUpdates, watchWorkspace } from './workspace.ts';

export * from './ai.ts';
export * from './ai-batches.ts';
export * from './ai-providers.ts';
export * from './audit.ts';
export * from './auth/approvals.ts';
export * from './auth/second-factors.ts';
export * from './auth/session-life.ts';
export * from './auth/sign-in-steps.ts';
export * from './authors.ts';
export * from './backups.ts';
export * from './calendar.ts';
export * from './categories.ts';
export * from './codices.ts';
export * from './contact.ts';
export * from './endpoint.ts';
export * from './error-body.ts';
export * from './exports.ts';
export * from './fields.ts';
export * from './history.ts';
export * from './images.ts';
export * from './imports.ts';
export * from './judge.ts';
export * from './letters/letter-settings.ts';
export * from './letters/letters.ts';
export * from './links.ts';
export * from './meta.ts';
export * from './operation/edge.ts';
export * from './operation/publication.ts';
export * from './posts/many-posts.ts';
export * from './posts/pending.ts';
export * from './posts/post.ts';
export * from './posts/post-copy.ts';
export * from './posts/post-input.ts';
export * from './posts/post-revisions.ts';
export * from './posts/posts.ts';
export * from './posts/posts-admin.ts';
export * from './posts/unpublished.ts';
export * from './prompts.ts';
export * from './proposals.ts';
export * from './reader-deliveries.ts';
export * from './redirects.ts';
export * from './search.ts';
export * from './second-readings.ts';
export * from './series.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './statistics.ts';
export * from './suggestions.ts';
export * from './tags.ts';
export * from './tokens.ts';
export * from './webhooks.ts';
export * from './workspace.ts';

/** Every call of the HTTP contract. The server registers these and no others. */
export const endpoints = [
  getMeta,
  getOpenApi,
  getHealth,
  getReadiness,
  getMetrics,
  login,
  logout,
  getMe,
  updateCredentials,
  confirmPassword,
  getReset,
  askReset,
  useReset,
  listSessions,
  endSession,
  endOtherSessions,
  getSessionLife,
  updateSessionLife,
  getSignInStep,
  signInWithTotp,
  signInWithRecoveryCode,
  startPasskeySignIn,
  signInWithPasskey,
  askApproval,
  getApproval,
  signInApproved,
  getSecondFactors,
  startTotp,
  confirmTotp,
  removeTotp,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  makeRecoveryCodes,
  findApproval,
  answerApproval,
  listPosts,
  listFeaturedPosts,
  getArchive,
  getPost,
  getPostById,
  listRelatedPosts,
  countView,
  countReadToEnd,
  createPost,
  updatePost,
  saveDraft,
  deletePost,
  changePosts,
  stopChangingPosts,
  undeletePost,
  listPostRevisions,
  copyPosts,
  getPendingChange,
  keepPendingChange,
  publishPendingChange,
  discardPendingChange,
  restorePostRevision,
  getCalendar,
  getQueue,
  previewPost,
  listShareLinks,
  createShareLink,
  endShareLink,
  searchPosts,
  listCategories,
  getCategory,
  createCategory,
  updateCategory,
  deleteCategory,
  listCodices,
  listSeries,
  listTags,
  getTag,
  createTag,
  updateTag,
  deleteTag,
  listAuthors,
  getAuthor,
  createAuthor,
  updateAuthor,
  deleteAuthor,
  sendContactMessage,
  deliverFromReader,
  askSubscription,
  listSubscribers,
  addSubscriber,
  getSubscriberFigures,
  exportSubscribers,
  listPendingSubscriptions,
  deletePendingSubscription,
  getSubscriber,
  endSubscriber,
  eraseSubscriber,
  listContactMessages,
  updateContactMessage,
  deleteContactMessage,
  listImages,
  uploadImage,
  updateImage,
  replaceImage,
  deleteImage,
  undeleteImage,
  purgeImage,
  emptyImageBin,
  listHistory,
  listAudit,
  restoreHistory,
  listPromptTemplates,
  updatePromptTemplate,
  listPromptVersions,
  resetPromptTemplate,
  chat,
  cancelChat,
  isChatKnown,
  estimatePrompt,
  getAiUsage,
  getAiFigures,
  createReplay,
  regenerateDraft,
  generateImage,
  testAiLimits,
  suggest,
  estimateSuggestion,
  askSecondReader,
  estimateReading,
  listAiProviders,
  createAiProvider,
  updateAiProvider,
  deleteAiProvider,
  testAiProvider,
  updateAiChoices,
  listAiBatches,
  createAiBatch,
  getAiBatch,
  pauseAiBatch,
  resumeAiBatch,
  cancelAiBatch,
  limitAiBatch,
  driveAiBatch,
  nextInAiBatch,
  reportAiBatchItem,
  restAiBatch,
  pullUpdates,
  pushUpdates,
  compareWorkspace,
  watchWorkspace,
  getSettings,
  updateSettings,
  listBackups,
  runBackup,
  downloadBackup,
  getExportSummary,
  exportSite,
  exportForGhost,
  getEdge,
  getPublication,
  listRedirects,
  createRedirect,
  updateRedirect,
  deleteRedirect,
  listLinkFaults,
  leadLinkOn,
  judgePost,
  listTokens,
  createToken,
  deleteToken,
  getLetterSettings,
  updateLetterSettings,
  listLetters,
  getLettersState,
  previewLetter,
  testLetter,
  createLetter,
  changeLetter,
  listLetterTroubles,
  getPublicationLetter,
  holdPublicationLetter,
  listProposals,
  proposePost,
  proposeChange,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  sendWebhookAgain,
  countPageView,
  getReadings,
  listReadPosts,
  getReferrers,
  getSearches,
  listMissingPages,
  getNiches,
  getFollowers,
  downloadStatistics,
  listImports,
  createImport,
  readImport,
  runImport,
  undoImport,
  listImportItems,
  listImportAddresses,
  downloadReceipt,
] as const;
