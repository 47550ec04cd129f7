import { answerRequests } from './answer-requests.ts';
import { renderMarkdown } from './render-markdown.ts';

answerRequests(renderMarkdown);
