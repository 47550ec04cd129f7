import { answerRequests } from './answer-requests.ts';
import { checkPublication } from './check-publication.ts';

answerRequests(checkPublication);
