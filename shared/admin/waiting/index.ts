export { type AskedAction, doOrWait, tellWaiting, WaitsError } from './do-or-wait.ts';
export { retried, takeBack } from './retry-and-take-back.ts';
export {
  faultIn,
  overdueOf,
  type Progress,
  type QueueItem,
  type Sent,
  send,
  sendQueue,
  waitingItems,
} from './send-queue.ts';
export { askedFor, describeItem, picturesOf } from './waiting-text.ts';
