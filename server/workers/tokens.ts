import { answerRequests } from './answer-requests.ts';
import { countTokens } from './tokens-count.ts';

answerRequests(countTokens);
