import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/** A question to the owner; the buttons in the order in which they stand. */
interface OwnerQuestion<Answer extends string> {
  type?: 'question' | 'warning';
  message: string;
  detail: string;
  buttons: Readonly<Record<Answer, string>>;
  /** What Enter answers. */
  usual: NoInfer<Answer>;
  /** What Escape answers, and a window that is closed. */
  otherwise: NoInfer<Answer>;
}

/** Asks in the system's own dialog, over this window; over the one in use, where there is one, without it. */
export async function askOwner<const Answer extends string>(
  question: OwnerQuestion<Answer>,
  window: BrowserWindow | null = BrowserWindow.getFocusedWindow(),
): Promise<Answer> {
  const { response } = await show(optionsOf(question), window);
  return answerOf(question, response);
}

/** The same for what cannot wait: nothing else goes on meanwhile. */
export function askOwnerAtOnce<const Answer extends string>(
  question: OwnerQuestion<Answer>,
  window: BrowserWindow,
): Answer {
  return answerOf(question, dialog.showMessageBoxSync(window, optionsOf(question)));
}

/** Says something that is to be read and not answered. */
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
