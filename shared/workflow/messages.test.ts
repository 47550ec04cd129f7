import { describe, expect, test } from 'vitest';
import { type Answer, answerFault, isFinal, isRefusal, noPromptFault } from './faults.ts';
import { faultMessage, reportMessage, STOPPED_TEXT, workflowMessages } from './messages.ts';
import { WORKFLOW_STEPS } from './steps.ts';
import { stepAt } from './testing/step-at.ts';

const TOKEN_LIMIT = {
  title: 'Token Limit Reached',
  description:
    'Context too large for GPT-4o (exceeded 128K tokens). Please reset chained prompts and try with shorter responses.',
  isError: true,
};

describe('toasts', () => {
  test('of completed steps are the spec’s', () => {
    expect(reportMessage({ kind: 'step-completed', step: stepAt(3) }, WORKFLOW_STEPS)).toMatchObject({
      title: 'AI Response Generated',
      description: 'Step 3 completed successfully!',
    });
    expect(reportMessage({ kind: 'step-completed', step: stepAt(8) }, WORKFLOW_STEPS).title).toBe('Step 8 Complete!');
    expect(reportMessage({ kind: 'workflow-complete' }, WORKFLOW_STEPS).title).toBe('Workflow Complete!');
  });

  test.each([
    { code: 'ai_context_too_large', message: 'Anything' },
    { code: '', message: "400: This model's maximum context length is 128000" },
    { code: '', message: 'too many Tokens' },
  ])('$code $message is the token limit', (fault) => {
    expect(faultMessage(fault)).toEqual(TOKEN_LIMIT);
  });

  test.each([
    { code: 'ai_not_configured', message: 'AI is not set up. Set OPENAI_API_KEY.' },
    { code: 'ai_provider_failed', message: 'A bad token in the context' },
    noPromptFault(4),
  ])('$message is said as it is', (fault) => {
    expect(faultMessage(fault)).toEqual({ title: 'Error', description: fault.message, isError: true });
  });

  test('a call that was stopped elsewhere is no fault of the provider’s, and a new one may be made', () => {
    const fault = { code: 'ai_stopped', message: 'This answer was stopped before it was complete.' };
    expect(faultMessage(fault)).toEqual({ title: 'Error', description: STOPPED_TEXT, isError: true });
    expect(isFinal(fault)).toBe(false);
  });

  test('a step without a prompt, a failed parse and a failed reset have fixed words', () => {
    expect(noPromptFault(4).message).toBe('No prompt found for step 4. Database prompts are required.');
    expect(workflowMessages.parsingFailed(8)).toMatchObject({
      title: 'Parsing Failed',
      description: 'Could not parse blog posts from Step 8 output.',
    });
    expect(workflowMessages.promptResetMissing.description).toBe('Could not find default prompt for this step.');
    expect(workflowMessages.promptResetFailed.description).toBe('Failed to reset prompt. Please try again.');
  });
});

describe('an answer that completes no step', () => {
  const code = (output: string, finishReason: Answer['finishReason'] = 'stop') =>
    answerFault({ output, finishReason }, 'Write it.')?.code ?? null;

  test('is a web page, or a picture that was not in what was asked', () => {
    const picture = '![](data:image/gif;base64,R0lGODlh)';
    expect(code('<!doctype html><html><body>Sign in</body></html>')).toBe('output_page');
    expect(code('```html\n<html><p>Sign in</p></html>\n```', 'length')).toBe('output_page');
    expect(code(`Here it is: ${picture}`)).toBe('output_picture');
    expect(answerFault({ output: picture, finishReason: 'stop' }, `Shorten: ${picture}`)).toBeNull();
    expect(code('<p>A post in HTML.</p>')).toBeNull();
    expect(code('A post about `<html>` and `<body>`.')).toBeNull();
  });

  test('is cut, stopped for a tool or for nothing that is told, empty or refused', () => {
    expect(code('text', 'length')).toBe('output_cut');
    expect(code('text', 'other')).toBe('output_stopped');
    expect(code('text', 'tool_call')).toBe('output_tool');
    expect(code('', 'tool_call')).toBe('output_tool');
    expect(code(' \n')).toBe('output_empty');
    expect(code('', 'length')).toBe('output_empty');
    expect(code('text', 'content_filter')).toBe('output_refused');
    expect(code('I’m sorry, but I can’t help with that.')).toBe('output_refused');
    expect(code('## Who they are\n\nText.')).toBeNull();
  });

  test.each([
    "I'm sorry, but I can't assist with that.",
    'Sorry, I cannot write this.',
    'I cannot help with this request.',
    'Unfortunately, I am unable to create that.',
    'As an AI language model, I do not write such texts.',
    'Lo siento, pero no puedo ayudar con eso.',
    'Es tut mir leid, aber ich kann dabei nicht helfen.',
  ])('"%s" is a refusal', (text) => {
    expect(isRefusal(text)).toBe(true);
  });

  test.each([
    "I'm sorry I missed your class, said Dana. It was raining, and the bus did not come.",
    `I can't dance, Maria says. ${'She went all the same, and this is what happened on that Tuesday evening. '.repeat(10)}`,
    'Unfortunately, most beginners stop too early.',
    '# I Cannot Touch My Toes\n\nMost people cannot.',
  ])('"%s" is none', (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});
