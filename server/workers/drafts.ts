import { answerRequests } from './answer-requests.ts';
import { readDrafts } from './read-drafts.ts';

answerRequests(readDrafts);
