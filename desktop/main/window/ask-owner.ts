import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/** A question to the owner, with its buttons in their order. */
interface OwnerQuestion<Answer extends string> {
  type?: 'question' | 'warning';
  message: string;
  detail: string;
  buttons: Readonly<Record<Answer, string>>;
  /** The answer of the Enter key. */
  usual: NoInfer<Answer>;
  /** The answer of the Escape key, and of a closed window. */
  otherwise: NoInfer<Answer>;
}

/**
 * Asks in the system's own dialog, over this window. Without a window, asks over the window in use, if there is one.
 */
export async function askOwner<const Answer extends string>(
  question: OwnerQuestion<Answer>,
  window: BrowserWindow | null = BrowserWindow.getFocusedWindow(),
): Promise<Answer> {
  const { response } = await show(optionsOf(question), window);
  return answerOf(question, response);
}

/** Does the same synchronously, for questions that cannot wait: nothing else happens until the answer. */
export function askOwnerAtOnce<const Answer extends string>(
  question: OwnerQuestion<Answer>,
  window: BrowserWindow,
): Answer {
  return answerOf(question, dialog.showMessageBoxSync(window, optionsOf(question)));
}

/** Shows a message that needs no answer. */
export async function tellOwner(words: Pick<MessageBoxOptions, 'type' | 'message' | 'detail'>): Promise<void> {
  await show({ ...words, buttons: ['OK'] }, BrowserWindow.getFocusedWindow());
}

function show(options: MessageBoxOptions, window: BrowserWindow | null) {
  return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
}

const answersOf = <Answer extends string>({ buttons }: OwnerQuestion<Answer>) => Object.keys(buttons) as Answer[];

function optionsOf<Answer extends string>(question: OwnerQuestion<Answer>): MessageBoxOptions {
  const { type = 'question', message, detail, buttons, usual, otherwise } = question;
  const answers = answersOf(question);
  return {
    ...{ type, message, detail },
    buttons: answers.map((answer) => buttons[answer]),
    defaultId: answers.indexOf(usual),
    cancelId: answers.indexOf(otherwise),
    noLink: true,
  };
}

function answerOf<Answer extends string>(question: OwnerQuestion<Answer>, response: number): Answer {
  return answersOf(question)[response] ?? question.otherwise;
}
