import { answerRequests } from './answer-requests.ts';
import { judge } from './judge-text.ts';

answerRequests(judge);
