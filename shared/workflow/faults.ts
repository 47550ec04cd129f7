import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { FinishReason, RunFault } from './run-states.ts';

/** Returns the fault of a step without a prompt, by the step's number. */
export function noPromptFault(step: number): RunFault {
  return { code: 'no_prompt', message: `No prompt found for step ${step}. Database prompts are required.` };
}

/**
 * Returns the fault of a step whose prompt names a value that the step cannot have; `refusal` gives the details
 * (`placeholderRefusal`).
 */
export function unfillableFault(refusal: string): RunFault {
  return { code: 'prompt_unfillable', message: `Its prompt was not sent. ${refusal}` };
}

// Answers that have arrived and were paid for, but are not outputs.
const cut: RunFault = {
  code: 'output_cut',
  message: 'The answer was cut off at its length limit. What arrived is kept; run the step again.',
};
const toolCalled: RunFault = {
  code: 'output_tool',
  message:
    'The model wants to use a tool, and has none here: it stopped for that before its answer was whole. What it wrote is kept as an attempt; run the step again, or choose another model in Settings, AI.',
};
const stopped: RunFault = {
  code: 'output_stopped',
  message:
    'The model stopped before its answer was whole, for a reason the AI provider does not tell. What arrived is kept; run the step again.',
};
const empty: RunFault = { code: 'output_empty', message: 'The model answered with nothing. Run the step again.' };
const refused: RunFault = {
  code: 'output_refused',
  message: 'The model refused to write this step. Change its prompt or the form and run it again.',
};
const webPage: RunFault = {
  code: 'output_page',
  message:
    'A web page came in the place of words: mostly somebody in front of the AI provider wants a sign-in. It is kept as an attempt; look at it, check the address in Settings, AI, then run the step again.',
};
const picture: RunFault = {
  code: 'output_picture',
  message:
    'The model answered with a picture where words were asked for. It is kept as an attempt; choose a model that writes in Settings, AI, then run the step again.',
};

export interface Answer {
  readonly output: string;
  readonly finishReason: FinishReason;
}

/**
 * Returns why an answer does not complete its step; null when it does. `asked` is the prompt of the answer, which may
 * itself hold a picture.
 */
export function answerFault({ output, finishReason }: Answer, asked: string): RunFault | null {
  if (finishReason === 'content_filter') return refused;
  if (finishReason === 'tool_call') return toolCalled;
  if (output.trim() === '') return empty;
  if (WEB_PAGE.test(output)) return webPage;
  if (PICTURE_BYTES.test(output) && !PICTURE_BYTES.test(asked)) return picture;
  if (finishReason === 'length') return cut;
  if (finishReason !== 'stop') return stopped;
  return isRefusal(output) ? refused : null;
}

const WEB_PAGE = /^\s*(?:```html\s*)?<(?:!doctype|html|head|body)\b/i;
const PICTURE_BYTES = /data:image\/[\w+.-]+;base64,/i;

const MAX_REFUSAL = 600;
const unable =
  "i(?:[’']m| am)? ?(?:can(?:not|[’']t)|unable to|not able to|won[’']t|will not|must decline|have to decline|do not|don[’']t) ";
const refusals = new RegExp(
  `^["“*_\\s]{0,4}(?:(?:i(?:[’']m| am) (?:really |very |so )?sorry|sorry|i apologi[sz]e|unfortunately|as an ai(?: language)? model)[,.]? (?:but )?(?:as an ai(?: language)? model,? )?${unable}|i (?:cannot|can[’']t|am unable to|won[’']t) (?:help|assist|write|create|provide|fulfil|comply|do)|lo siento,? (?:pero )?no puedo|je suis désolée?,? (?:mais )?je ne peux|es tut mir leid,? (?:aber )?ich kann|mi dispiace,? (?:ma )?non posso|desculpe,? (?:mas )?não posso)`,
  'iu',
);

/**
 * Whether an answer only says that there will be no answer. This applies to short answers only: an article may begin
 * with an apology.
 */
export function isRefusal(output: string): boolean {
  const text = output.slice(0, MAX_REFUSAL + 1).trim();
  return text.length <= MAX_REFUSAL && refusals.test(text);
}

const settingsCodes: ReadonlySet<string> = new Set(['ai_not_configured', 'ai_budget_reached']);
const settingsReasons: ReadonlySet<ProviderFault> = new Set<ProviderFault>(['key', 'billing', 'model']);

/** Whether the fault stays until the owner has changed something in Settings, AI, or at the provider. */
export function isOfSettings({ code, reason }: RunFault): boolean {
  return settingsCodes.has(code) || (reason !== undefined && settingsReasons.has(reason));
}

const finalCodes: ReadonlySet<string> = new Set([
  'ai_not_configured',
  'ai_budget_reached',
  'ai_context_too_large',
  'ai_refused',
  'rate_limited',
  'invalid_input',
  'payload_too_large',
]);

/** Whether a new call would fail in the same way; such a call is not made. */
export function isFinal({ code }: RunFault): boolean {
  return finalCodes.has(code);
}
