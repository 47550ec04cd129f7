import { answerRequests } from './answer-requests.ts';
import { workOnUpdates } from './read-updates.ts';

answerRequests(workOnUpdates);
