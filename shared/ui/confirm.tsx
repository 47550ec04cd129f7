import { AlertDialog } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';
import { onPassedEscape } from './escape-key.ts';
import { useFocusReturn } from './focus-return.ts';

export interface Question {
  /** The question itself: "Are you sure you want to delete this post?". */
  title: string;
  description?: ReactNode;
  /** The word on the button that says yes. */
  confirm: string;
  /** The word on the button that says no. */
  cancel?: string;
  isDangerous?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;
const ConfirmContext = createContext<Ask | null>(null);

/** Provides `useConfirm` to its children, and shows one question at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<((yes: boolean) => void) | null>(null);
  const focusReturn = useFocusReturn();

  const ask = useCallback<Ask>((next) => {
    answer.current?.(false);
    setQuestion(next);
    setIsOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = (yes: boolean) => {
    setIsOpen(false);
    answer.current?.(yes);
    answer.current = null;
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && close(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="fixed inset-0 z-60 bg-sunken/75 backdrop-blur-[2px]" />
          <AlertDialog.Content
            className="fixed inset-x-4 top-1/2 z-70 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-6 shadow-2xl focus:outline-none"
            {...(question?.description ? {} : { 'aria-describedby': undefined })}
            onKeyDown={onPassedEscape(() => close(false))}
            {...focusReturn}
          >
            <AlertDialog.Title className="font-serif text-xl font-medium text-balance">
              {question?.title}
            </AlertDialog.Title>
            {question?.description && (
              <AlertDialog.Description asChild>
                <div className="mt-2 text-muted">{question.description}</div>
              </AlertDialog.Description>
            )}
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel className={buttonClass('quiet')}>{question?.cancel ?? 'Cancel'}</AlertDialog.Cancel>
              <AlertDialog.Action
                className={buttonClass(question?.isDangerous ? 'danger' : 'primary')}
                onClick={() => close(true)}
              >
                {question?.confirm}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  );
}

/** Returns a function that asks the owner a question and resolves to whether the answer was yes. Escape means no. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider');
  return ask;
}
